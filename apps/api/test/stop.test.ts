import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestDatabase, type TestDatabase } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";

const MAIN = join(import.meta.dirname, "../src/main.ts");
const dataDir = mkdtempSync(join(tmpdir(), "fulmar-stop-"));

let fixture: TestDatabase;
beforeAll(async () => {
  fixture = await createTestDatabase();
});
afterAll(async () => {
  await fixture.drop();
  rmSync(dataDir, { recursive: true });
});

async function start(drainMs: number) {
  const holder = createServer().listen(0, "127.0.0.1");
  await once(holder, "listening");
  const address = holder.address();
  const port = address !== null && typeof address !== "string" ? address.port : 0;
  holder.close();
  await once(holder, "close");
  const env = { PATH: process.env.PATH, DATABASE_URL: fixture.url, API_PORT: String(port), FULMAR_DATA_DIR: dataDir, FULMAR_DRAIN_MS: String(drainMs) };
  const child = spawn(process.execPath, [MAIN], { env, stdio: "ignore" });
  const statusOf = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`).then(
      ({ status }) => status,
      () => "refused",
    );
  const ended = once(child, "exit");
  await expect.poll(() => statusOf("/readyz")).toBe(200);
  return { child, statusOf, ended };
}

test("asked to end, a process says so and serves on for the drain time; asked a second time, it ends at once", async () => {
  const { child, statusOf, ended } = await start(60_000);
  child.kill("SIGTERM");
  await expect.poll(() => statusOf("/readyz")).toBe(503);
  expect(await statusOf("/healthz")).toBe(200);
  expect(child.exitCode).toBeNull();
  child.kill("SIGINT");
  expect(await ended).toEqual([1, null]);
});

test("without a drain time it ends in order by itself", async () => {
  const { child, statusOf, ended } = await start(0);
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  expect(await statusOf("/healthz")).toBe("refused");
});

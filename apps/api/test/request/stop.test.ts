import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestDatabase, startListening, type TestDatabase } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";

const MAIN = join(import.meta.dirname, "../../src/main.ts");
/** Each test starts a process on a busy machine. */
const PROCESS_MS = 180_000;
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
  const environment = {
    DATABASE_URL: fixture.url,
    FULMAR_DATA_DIR: dataDir,
    FULMAR_DRAIN_MS: String(drainMs),
  };
  const { child, port } = await startListening(
    MAIN,
    (free) => ({ ...environment, API_PORT: String(free) }),
    "Server listening at",
  );
  const statusOf = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`).then(
      ({ status }) => status,
      () => "refused",
    );
  const ended = once(child, "exit");
  expect(await statusOf("/readyz")).toBe(200);
  return { child, statusOf, ended };
}

test("after SIGTERM the process reports 503 and serves during the drain time; a second signal ends it at once", {
  timeout: PROCESS_MS,
}, async () => {
  const { child, statusOf, ended } = await start(60_000);
  child.kill("SIGTERM");
  await expect.poll(() => statusOf("/readyz")).toBe(503);
  expect(await statusOf("/healthz")).toBe(200);
  expect(child.exitCode).toBeNull();
  child.kill("SIGINT");
  expect(await ended).toEqual([1, null]);
});

test("after SIGTERM without a drain time the process ends with code 0", { timeout: PROCESS_MS }, async () => {
  const { child, statusOf, ended } = await start(0);
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  expect(await statusOf("/healthz")).toBe("refused");
});

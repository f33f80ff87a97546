import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tryLock } from "../prisma/tools/file-lock.ts";
import { freePort } from "../prisma/tools/free-port.ts";

let dataDir: string;
let occupant: Server;
let occupied: number;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fulmar-start-"));
  chmodSync(dataDir, 0o711);
  occupant = createServer();
  await new Promise<void>((resolve) => occupant.listen(0, "127.0.0.1", resolve));
  const address = occupant.address();
  occupied = typeof address === "object" && address !== null ? address.port : 0;
});
afterAll(() => {
  occupant.close();
  rmSync(dataDir, { recursive: true });
});

/** Runs `npm start`, which must refuse before anything starts. */
function start(env: Readonly<Record<string, string>>): Promise<{ code: number | null; stderr: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "run.mjs"), "start"], {
    env: { PATH: process.env.PATH, FULMAR_DATA_DIR: dataDir, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let stderr = "";
  child.stderr.on("data", (data) => {
    stderr += String(data);
  });
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, stderr })));
}

test("a wrong value is refused by its name and what is allowed", async () => {
  const { code, stderr } = await start({ API_PORT: "four thousand", FULMAR_ENVIRONMENT: "staging" });
  expect(stderr).toMatch(
    /API_PORT must be a port number from 1 to 65535\.\nFULMAR_ENVIRONMENT must be one of development, production\.\n$/,
  );
  expect(code).toBe(1);
});

test("a second start on the same data folder is refused", async () => {
  const first = tryLock(join(dataDir, "instance.lock"), "exclusive");
  const { code, stderr } = await start({});
  first?.release();
  expect(stderr).toContain(`Fulmar already runs on the data folder ${dataDir}`);
  expect(code).toBe(1);
});

test.each(["API_PORT", "CONSOLE_PORT", "OBJECT_STORE_PORT", "API_METRICS_PORT"])(
  "a port in use is refused: %s",
  async (name) => {
    const [api, web, objects] = [String(await freePort()), String(await freePort()), String(await freePort())];
    const { code, stderr } = await start({
      API_PORT: api,
      CONSOLE_PORT: web,
      OBJECT_STORE_PORT: objects,
      [name]: String(occupied),
    });
    expect(stderr).toContain(
      `Port ${occupied} on 127.0.0.1 is in use by another program: stop that one, or set ${name} to a free port.`,
    );
    expect(code).toBe(1);
  },
);

import { spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { programEnvironment } from "../packages/testkit/src/listening-program.ts";
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
    env: { ...programEnvironment(), FULMAR_DATA_DIR: dataDir, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let stderr = "";
  child.stderr.on("data", (data) => {
    stderr += String(data);
  });
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, stderr })));
}

test("wrong values are refused with the variable's name and what is allowed", async () => {
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

const PORTS = ["API_PORT", "CONSOLE_PORT", "OBJECT_STORE_PORT", "API_METRICS_PORT"];

test.each(PORTS)("a port in use is refused: %s", async (name) => {
  const ports: Record<string, string> = {};
  for (const each of PORTS) ports[each] = String(each === name ? occupied : await freePort());
  const { code, stderr } = await start(ports);
  expect(stderr).toContain(
    `Port ${occupied} on 127.0.0.1 is in use by another program: stop that one, or set ${name} to a free port.`,
  );
  expect(code).toBe(1);
});

/** Keeps a process running and kills each that starts. Returns what the launcher printed. */
function killEach({ kept, restartDelaysMs }: { kept: boolean; restartDelaysMs: readonly number[] }): string {
  const program = `
    const { startService } = await import("./service.mjs");
    const onLine = (_, line) => {
      console.log(line);
      if (line.startsWith("process ")) process.kill(Number(line.slice(8)), "SIGKILL");
    };
    const args = ["--eval", "console.log('process', process.pid); setInterval(() => {}, 1000)"];
    const options = { env: process.env, onLine, patienceMs: 10_000, restartDelaysMs: ${JSON.stringify(restartDelaysMs)} };
    const service = startService("worker", args, options);
    if (${kept}) service.keepRunning();
    console.log(await service.ended);`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: import.meta.dirname,
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  return stdout;
}

test("a process that is killed is restarted, and not again after some restarts within a minute", () => {
  const lines = killEach({ kept: true, restartDelaysMs: [1, 20] })
    .trim()
    .split("\n");
  expect(lines).toEqual([
    expect.stringMatching(/^process \d+$/),
    expect.stringContaining('"msg":"The worker stopped by itself (SIGKILL). It is restarted in 0.001 s."'),
    expect.stringMatching(/^process \d+$/),
    expect.stringContaining('"msg":"The worker stopped by itself (SIGKILL). It is restarted in 0.02 s."'),
    expect.stringMatching(/^process \d+$/),
    "The worker stopped by itself (SIGKILL) after 2 restarts within a minute. It said last:",
    lines[4],
  ]);
});

test("a process that ends before all are ready is not restarted", () => {
  const lines = killEach({ kept: false, restartDelaysMs: [1] })
    .trim()
    .split("\n");
  expect(lines).toEqual([
    expect.stringMatching(/^process \d+$/),
    "The worker stopped by itself (SIGKILL). It said last:",
    lines[0],
  ]);
});

test("a stop while a process waits for its restart ends at once", () => {
  const program = `
    const { startService } = await import("./service.mjs");
    const onLine = () => void service.stop().then(() => console.log("stopped"));
    const options = { env: process.env, onLine, patienceMs: 10_000, restartDelaysMs: [60_000] };
    const service = startService("worker", ["--eval", ""], options);
    service.keepRunning();
    console.log(await service.ended);`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: import.meta.dirname,
    encoding: "utf8",
  });
  expect(stdout).toBe("The worker was stopped.\nstopped\n");
});

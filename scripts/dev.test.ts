import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { freePort } from "../prisma/tools/free-port.ts";

let folder: string;
/** A source of the test's own, which the API imports: it says its word and the process that it is in. */
let source: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "fulmar-dev-"));
  source = join(folder, "source.mjs");
});
beforeEach(() => save("first"));
afterAll(() => rmSync(folder, { recursive: true }));

function save(word: string): void {
  writeFileSync(source, `console.log("${word} word in process", process.pid);\n`);
}

/** Starts what starts the API with reload, as `npm run dev` does; it ends when its input says a line. */
function launch(api: number): {
  readonly launcher: ChildProcess;
  readonly heard: (pattern: RegExp) => Promise<string>;
} {
  const program = `
    const [{ startService }, { programs }] = await Promise.all([import("./service.mjs"), import("./programs.mjs")]);
    const { args } = programs.api({}, { reload: true });
    const onLine = (_, line) => console.log(line);
    const service = startService("API", ["--import", ${JSON.stringify(source)}, ...args], { env: process.env, onLine, patienceMs: 10_000 });
    process.stdin.once("data", () => service.stop().then(() => process.exit(0)));`;
  const launcher = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: import.meta.dirname,
    // It listens without a database: only its readiness asks for one.
    env: {
      PATH: process.env.PATH,
      API_PORT: String(api),
      FULMAR_DATA_DIR: folder,
      DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none",
    },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines: string[] = [];
  createInterface({ input: launcher.stdout }).on("line", (line) => lines.push(line));
  const heard = async (pattern: RegExp) => {
    await expect.poll(() => lines.some((line) => pattern.test(line))).toBe(true);
    const match = lines.map((line) => pattern.exec(line)).find((found) => found !== null);
    return match?.[1] ?? "";
  };
  return { launcher, heard };
}

test("a source that is saved starts the API anew, and a stop ends it", async () => {
  const { launcher, heard } = launch(await freePort());
  const first = await heard(/first word in process (\d+)/);
  await heard(/Server listening/);
  save("second");
  const second = await heard(/second word in process (\d+)/);
  expect(second).not.toBe(first);
  expect(isRunning(Number(first))).toBe(false);
  const below = descendantsOf(launcher.pid);
  expect(below).toContain(Number(second));
  launcher.stdin?.write("stop\n");
  expect(await once(launcher, "exit")).toEqual([0, null]);
  expect(below.filter(isRunning)).toEqual([]);
});

test("when the launcher is killed, the API and its watcher end by themselves", async () => {
  const { launcher, heard } = launch(await freePort());
  await heard(/Server listening/);
  const below = descendantsOf(launcher.pid);
  expect(below).toHaveLength(2);
  launcher.kill("SIGKILL");
  await expect.poll(() => below.filter(isRunning)).toEqual([]);
});

/** Next runs one development server for a folder: it must not be taken from who works on the console. */
test.skipIf(isConsoleInUse())("Ctrl-C ends all that `npm run dev` has started", async () => {
  const [api, web, objects] = [await freePort(), await freePort(), await freePort()];
  const env = {
    PATH: process.env.PATH,
    FULMAR_DATA_DIR: join(folder, "data"),
    API_PORT: `${api}`,
    CONSOLE_PORT: `${web}`,
    OBJECT_STORE_PORT: `${objects}`,
  };
  const dev = spawn(process.execPath, [join(import.meta.dirname, "run.mjs"), "dev"], { env, stdio: "ignore" });
  const isReady = () =>
    fetch(`http://127.0.0.1:${api}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ); // it does not listen yet
  await expect.poll(isReady, { timeout: 50_000 }).toBe(true);
  const below = descendantsOf(dev.pid);
  // Three servers, each with its watcher, the console, and PostgreSQL.
  expect(below.length).toBeGreaterThanOrEqual(8);
  dev.kill("SIGINT");
  expect(await once(dev, "exit")).toEqual([0, null]);
  await expect.poll(() => below.filter(isRunning)).toEqual([]);
});

function isConsoleInUse(): boolean {
  try {
    const { pid } = JSON.parse(readFileSync(join(import.meta.dirname, "../apps/console/.next/dev/lock"), "utf8"));
    return isRunning(pid);
  } catch {
    return false; // nobody has locked it
  }
}

interface Process {
  readonly pid: number;
  readonly parent: number;
}

/** All processes but those that have ended and that nobody has asked how. */
function processes(): Process[] {
  const rows = execFileSync("ps", ["-A", "-o", "pid=,ppid=,state="], { encoding: "utf8" }).trim().split("\n");
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter(([, , state]) => state?.startsWith("Z") === false)
    .map(([pid, parent]) => ({ pid: Number(pid), parent: Number(parent) }));
}

function descendantsOf(pid: number | undefined, all = processes()): number[] {
  return all.filter(({ parent }) => parent === pid).flatMap((child) => [child.pid, ...descendantsOf(child.pid, all)]);
}

function isRunning(pid: number): boolean {
  return processes().some((process) => process.pid === pid);
}

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { programEnvironment } from "../packages/testkit/src/listening-program.ts";
import { freePort } from "../prisma/tools/free-port.ts";
import { needs } from "../prisma/tools/needs.ts";

let folder: string;
/** A temporary source that the API imports. It prints its word and its process. */
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

/** Starts the API with reload, as `npm run dev` does. It ends when its input has a line. */
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
    // The API listens without a database. Only its readiness needs one.
    env: {
      ...programEnvironment(),
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

test("saving a source restarts the API, and a stop ends it", async () => {
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

test("the API and its watcher end when the launcher is killed", async () => {
  const { launcher, heard } = launch(await freePort());
  await heard(/Server listening/);
  const below = descendantsOf(launcher.pid);
  expect(below).toHaveLength(2);
  launcher.kill("SIGKILL");
  await expect.poll(() => below.filter(isRunning)).toEqual([]);
});

/** Next runs one development server per folder, so this must not interfere with a developer's. */
test(
  "Ctrl-C ends every process that `npm run dev` started",
  needs("a console that no `npm run dev` uses", !isConsoleInUse()),
  async () => {
    const [api, web, objects] = [await freePort(), await freePort(), await freePort()];
    const env = {
      ...programEnvironment(),
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
      ); // the server does not listen yet
    await expect.poll(isReady, { timeout: 50_000 }).toBe(true);
    const below = descendantsOf(dev.pid);
    // Three servers with their watchers, the console, and PostgreSQL.
    expect(below.length).toBeGreaterThanOrEqual(8);
    dev.kill("SIGINT");
    expect(await once(dev, "exit")).toEqual([0, null]);
    await expect.poll(() => below.filter(isRunning)).toEqual([]);
  },
);

function isConsoleInUse(): boolean {
  try {
    const { pid } = JSON.parse(readFileSync(join(import.meta.dirname, "../apps/console/.next/dev/lock"), "utf8"));
    return isRunning(pid);
  } catch {
    return false; // the lock is free
  }
}

interface Process {
  readonly pid: number;
  readonly parent: number;
}

/** All processes except zombies. */
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

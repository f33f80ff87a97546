import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { programEnvironment } from "../packages/testkit/src/listening-program.ts";
import { freePort } from "../prisma/tools/free-port.ts";
import { needs } from "../prisma/tools/needs.ts";
import { descendantsOf, runningOf } from "./descendants.mjs";

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

/** The time limit of the test that starts the whole product, on a busy machine. */
const PRODUCT_MS = 180_000;

/** Free ports of an API: the port of its metrics would otherwise follow from the other one, and might be in use. */
async function apiPorts() {
  const [api, metrics] = [await freePort(), await freePort()];
  return { API_PORT: String(api), API_METRICS_PORT: String(metrics) };
}

/** Starts the API with reload, as `npm run dev` does. It ends when its input has a line. */
async function launch(): Promise<{
  readonly launcher: ChildProcess;
  readonly heard: (pattern: RegExp) => Promise<string>;
}> {
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
      ...(await apiPorts()),
      FULMAR_DATA_DIR: folder,
      DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none",
    },
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void launcher.kill("SIGKILL"));
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
  const { launcher, heard } = await launch();
  const first = await heard(/first word in process (\d+)/);
  await heard(/Server listening/);
  save("second");
  const second = await heard(/second word in process (\d+)/);
  expect(second).not.toBe(first);
  expect(runningOf([Number(first)])).toEqual([]);
  const below = descendantsOf(launcher.pid);
  expect(below).toContain(Number(second));
  launcher.stdin?.write("stop\n");
  expect(await once(launcher, "exit")).toEqual([0, null]);
  expect(runningOf(below)).toEqual([]);
});

test("the API and its watcher end when the launcher is killed", async () => {
  const { launcher, heard } = await launch();
  await heard(/Server listening/);
  const below = descendantsOf(launcher.pid);
  expect(below).toHaveLength(2);
  launcher.kill("SIGKILL");
  await expect.poll(() => runningOf(below)).toEqual([]);
});

/** Next runs one development server per folder, so this must not interfere with a developer's. */
test("Ctrl-C ends every process that `npm run dev` started", {
  ...needs("a console that no `npm run dev` uses", !isConsoleInUse()),
  timeout: PRODUCT_MS,
}, async () => {
  const env = {
    ...programEnvironment(),
    ...(await apiPorts()),
    FULMAR_DATA_DIR: join(folder, "data"),
    CONSOLE_PORT: String(await freePort()),
    OBJECT_STORE_PORT: String(await freePort()),
  };
  const dev = spawn(process.execPath, [join(import.meta.dirname, "run.mjs"), "dev"], {
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  onTestFinished(() => void dev.kill("SIGKILL"));
  let said = "";
  dev.stderr.on("data", (text) => {
    said += String(text);
  });
  const state = async () => {
    if (dev.exitCode !== null) return `It has ended: ${said}`;
    const answer = await fetch(`http://127.0.0.1:${env.API_PORT}/readyz`).catch(() => undefined); // nobody listens yet
    return answer?.ok ? "ready" : "starting";
  };
  await expect.poll(state, { timeout: PRODUCT_MS - 30_000 }).not.toBe("starting");
  expect(await state()).toBe("ready");
  const below = descendantsOf(dev.pid);
  // Three servers with their watchers, the console, and PostgreSQL.
  expect(below.length).toBeGreaterThanOrEqual(8);
  dev.kill("SIGINT");
  expect(await once(dev, "exit")).toEqual([0, null]);
  await expect.poll(() => runningOf(below)).toEqual([]);
});

function isConsoleInUse(): boolean {
  try {
    const { pid } = JSON.parse(readFileSync(join(import.meta.dirname, "../apps/console/.next/dev/lock"), "utf8"));
    return runningOf([pid]).length > 0;
  } catch {
    return false; // the lock is free
  }
}

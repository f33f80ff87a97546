import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { descendantsOf, runningOf } from "./descendants.mjs";

/** The source of a program that ignores signals. */
const DEAF = `process.on("SIGTERM", () => {}); setInterval(() => {}, 1e6);`;

/** Starts a program, and resolves as soon as it has so many descendants. */
async function launch(program: string, count: number) {
  const { PATH } = process.env;
  const launched = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: import.meta.dirname,
    // Nothing ends with its parent.
    env: { PATH },
    stdio: "inherit",
  });
  onTestFinished(() => void launched.kill("SIGKILL"));
  await expect.poll(() => descendantsOf(launched.pid)).toHaveLength(count);
  const below = descendantsOf(launched.pid);
  onTestFinished(() => {
    for (const pid of runningOf(below)) process.kill(pid, "SIGKILL");
  });
  return { launched, below };
}

/** The source of a program that starts another one, on its own output. */
const starting = (source: string) =>
  `process.getBuiltinModule("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(source)}], { ` +
  'stdio: "inherit" });';

test.each([
  ["ends at once", "process.exit(1)"],
  ["waits for what it has started", ""],
])("nothing that a run has started is left after a signal: a run that %s", { timeout: 60_000 }, async (_, onSignal) => {
  const program = `
    import { endDescendantsOnSignal } from "./descendants.mjs";
    endDescendantsOnSignal();
    process.on("SIGTERM", () => { ${onSignal} });
    ${starting(`${DEAF} ${starting(DEAF)}`)}`;
  const { launched, below } = await launch(program, 2);
  launched.kill("SIGTERM");
  await once(launched, "exit");
  await expect.poll(() => runningOf(below)).toEqual([]);
});

/** The source of a run of a command, which passes signals on as run.mjs does. */
const running = (how: "command" | "foreground", args: readonly string[]) => `
  import { ${how}, signalCommands } from "./progress.mjs";
  import { endDescendantsOnSignal } from "./descendants.mjs";
  process.on("SIGTERM", () => signalCommands("SIGTERM"));
  endDescendantsOnSignal();
  await ${how}(process.execPath, ${JSON.stringify(args)}).catch(() => {});`;

test("a run whose task is a run ends, with all that it has started, when both are asked to at once", {
  timeout: 60_000,
}, async () => {
  // As in `npm test`: a drill in a run of its own has started a server, which holds the output of both.
  const drill = running("foreground", ["-e", starting(DEAF)]);
  const { launched, below } = await launch(running("command", ["--input-type=module", "-e", drill]), 3);
  const [inner = 0] = below;
  for (const pid of [inner, Number(launched.pid)]) process.kill(pid, "SIGTERM");
  await once(launched, "exit");
  await expect.poll(() => runningOf(below)).toEqual([]);
});

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { programEnvironment } from "../packages/testkit/src/listening-program.ts";
import { descendantsOf, runningOf } from "./descendants.mjs";

/** Starts a program whose child, which ignores signals, has a child too; resolves as soon as both run. */
async function launch(onSignal: string) {
  const child = `
    process.on("SIGTERM", () => {});
    require("node:child_process").spawn(process.execPath, ["-e", "console.log('ready'); setInterval(() => {}, 1e6)"], { stdio: "inherit" });`;
  const program = `
    import { spawn } from "node:child_process";
    import { endDescendantsOnSignal } from "./descendants.mjs";
    endDescendantsOnSignal();
    process.on("SIGTERM", () => { ${onSignal} });
    spawn(process.execPath, ["-e", ${JSON.stringify(child)}], { stdio: "inherit" });`;
  const launched = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: import.meta.dirname,
    env: programEnvironment(),
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void launched.kill("SIGKILL"));
  await once(createInterface({ input: launched.stdout }), "line");
  return launched;
}

test.each([
  ["ends at once", "process.exit(1)"],
  ["waits for what it has started", ""],
])("nothing that a run has started is left after a signal: a run that %s", { timeout: 60_000 }, async (_, onSignal) => {
  const launched = await launch(onSignal);
  const below = descendantsOf(launched.pid);
  expect(below).toHaveLength(2);
  launched.kill("SIGTERM");
  await once(launched, "exit");
  await expect.poll(() => runningOf(below)).toEqual([]);
});

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { runningOf } from "./descendants.mjs";

test("a program that a test has started ends when the test's process is killed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "fulmar-program-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const main = join(folder, "main.mjs");
  writeFileSync(main, `console.log("it listens"); setInterval(() => {}, 1e6);`);
  const module = join(import.meta.dirname, "../packages/testkit/src/listening-program.ts");
  const starter = spawn(
    process.execPath,
    [
      "--input-type=module",
      "--eval",
      `import { startListening } from ${JSON.stringify(module)};
       console.log((await startListening(${JSON.stringify(main)}, () => ({}), "it listens")).child.pid);`,
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const [line] = await once(createInterface({ input: starter.stdout }), "line");
  const pid = Number(line);
  expect(runningOf([pid])).toEqual([pid]);
  starter.kill("SIGKILL");
  await expect.poll(() => runningOf([pid])).toEqual([]);
});

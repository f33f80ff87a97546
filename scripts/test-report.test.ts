import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fulmar-report-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs a test file in a Vitest of its own and returns what `npm test` would repeat at its end. */
function summaryOf(source: string): string {
  writeFileSync(join(folder, "a.test.js"), source);
  const program = `
    const { spawnSync } = await import("node:child_process");
    const { environment, inProject } = await import("./project.mjs");
    const { failuresInWords, vitestReport } = await import("./test-report.mjs");
    const [folder, report] = ${JSON.stringify([folder, join(folder, "report.json")])};
    const args = ["run", "--globals", "--root", folder, "--reporter", inProject("scripts/vitest-reporter.mjs"), "--outputFile", report];
    const { status } = spawnSync("vitest", args, { cwd: folder, env: environment({ VITEST: undefined }) });
    const { passed, failures } = vitestReport(report, status);
    console.log(failuresInWords(failures) + passed + " passed, exit code " + status);`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: import.meta.dirname,
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  return stdout;
}

test("a run without failures counts its tests", () => {
  const source = `
    test("passes", () => {});
    test("passes at the second attempt", { retry: 1 }, ({ task }) => expect(task.result.retryCount).toBe(1));
    test.skip("is not counted", () => {});`;
  expect(summaryOf(source)).toBe("2 passed, exit code 0\n");
});

test("failed tests and hooks have their name, message, place and difference", () => {
  const summary = summaryOf(`
    afterAll(() => { throw new Error("The file's hook failed."); });
    describe("suite", () => {
      afterAll(() => { throw new Error("The suite's hook failed."); });
      test("fails", () => expect({ a: 1 }).toEqual({ a: 2 }));
    });`);
  expect(summary).toMatch(/✗ a.test.js\n {4}Error: The file's hook failed.\n {8}at .*a.test.js:2:28/);
  expect(summary).toMatch(/✗ a.test.js › suite\n {4}Error: The suite's hook failed.\n {8}at .*a.test.js:4:30/);
  expect(summary).toMatch(/✗ a.test.js › suite > fails\n {4}AssertionError: expected .*\n {8}at .*a.test.js:5:44/);
  expect(summary).toMatch(/-\s+"a": 2,\n\s+\+\s+"a": 1,/);
  expect(summary).toContain("0 passed, exit code 1");
});

test("an error between tests has its message, place and cause", () => {
  const summary = summaryOf(`
    test("passes", async () => {
      void Promise.reject(new Error("Nobody awaited this.", { cause: new Error("The cause.") }));
      await new Promise((resolve) => setImmediate(resolve));
    });`);
  expect(summary).toMatch(
    /✗ a.test.js › Unhandled Rejection\n.*The last test before it: passes\n.*Nobody awaited this.\n.*a.test.js:3:27/,
  );
  expect(summary).toMatch(/Caused by: Error: The cause.\n.*a.test.js:3:70/);
  expect(summary).toContain("1 passed, exit code 1");
});

test("a file that does not load and a file whose process died have their place", () => {
  expect(summaryOf('import "./absent.js";')).toMatch(/✗ a.test.js\n {4}Error: Cannot find module/);
  const killed = summaryOf(
    'test("kills", () => { process.kill(process.pid, "SIGKILL"); return new Promise(() => {}); });',
  );
  expect(killed).toContain("Worker exited unexpectedly with signal SIGKILL");
  expect(killed).toContain("✗ a.test.js\n    Its tests did not end.");
});

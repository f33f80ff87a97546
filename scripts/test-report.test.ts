import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { playwrightReport } from "./test-report.mjs";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fulmar-report-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/**
 * Runs a test file in a Vitest of its own and returns what `npm test` would repeat at its end, with what may be
 * absent.
 */
function summaryOf(source: string, allowed: readonly string[] = []): string {
  writeFileSync(join(folder, "a.test.js"), source);
  const program = `
    const { spawnSync } = await import("node:child_process");
    const { environment, inProject } = await import("./project.mjs");
    const { failuresInWords, skippedTests, vitestReport } = await import("./test-report.mjs");
    const [folder, report, allowed] = ${JSON.stringify([folder, join(folder, "report.json"), allowed])};
    const args = ["run", "--globals", "--root", folder, "--reporter", inProject("scripts/vitest-reporter.mjs"), "--outputFile", report];
    const { status } = spawnSync("vitest", args, { cwd: folder, env: environment({ VITEST: undefined }) });
    const { passed, failures, skipped } = vitestReport(report, status);
    const absent = skippedTests(skipped, allowed);
    console.log(failuresInWords([...failures, ...absent.failures]) + passed + " passed, exit code " + status);
    for (const line of absent.lines) console.log(line);`;
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
    test("passes at the second attempt", { retry: 1 }, ({ task }) => expect(task.result.retryCount).toBe(1));`;
  expect(summaryOf(source)).toBe("2 passed, exit code 0\n");
});

test("what is skipped is counted by what it lacks, and is a failure where that is not allowed or not named", () => {
  const source = `
    const needs = (lacks) => ({ skip: true, meta: { lacks } });
    describe("a suite", needs("Ceph"), () => { test("one", () => {}); test("two", () => {}); });
    describe("a suite that declares no test", needs("HAProxy"), () => {});
    test("three", needs("Go"), () => {});
    test.skip("nothing", () => {});`;
  const summary = summaryOf(source, ["Ceph", "HAProxy"]);
  expect(summary).toContain("    2 need Ceph\n");
  expect(summary).toContain("    1 need HAProxy\n");
  expect(summary).toContain("✗ a.test.js › three\n    It is skipped for want of Go, and ");
  expect(summary).toContain("✗ a.test.js › nothing\n    It is skipped, and does not say what it lacks: use needs().");
  expect(summary.match(/✗/g)).toHaveLength(2);
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

test("tests that a browser skips say what they lack, and those behind a failed one are not skipped", () => {
  const report = join(folder, "playwright.json");
  const spec = (title: string, ok: boolean, test: object) => ({
    ...{ title, ok, file: "a.spec.ts", line: 1 },
    tests: [{ annotations: [], expectedStatus: "passed", ...test }],
  });
  const failed = { status: "unexpected", results: [{ duration: 2000, errors: [{ message: "It failed." }] }] };
  const skipped = { status: "skipped", expectedStatus: "skipped", results: [{ duration: 0, errors: [] }] };
  const needsCeph = { ...skipped, annotations: [{ type: "skip", description: "Ceph" }] };
  const behind = { status: "skipped", results: [] };
  const specs = [
    spec("fails", false, failed),
    spec("needs Ceph", true, needsCeph),
    spec("needs something", true, skipped),
    spec("is behind", true, behind),
  ];
  writeFileSync(report, JSON.stringify({ stats: { expected: 7 }, errors: [], suites: [{ specs }] }));
  expect(playwrightReport(report, 1)).toEqual({
    passed: 7,
    failures: [{ title: "e2e/tests/a.spec.ts:1 › fails", message: "It failed." }],
    skipped: [
      { title: "e2e/tests/a.spec.ts › needs Ceph", lacks: "Ceph" },
      { title: "e2e/tests/a.spec.ts › needs something" },
    ],
    files: { "e2e/tests/a.spec.ts": 2 },
  });
});

test("a failed browser test has what its page showed: the dialog, or else the main part", () => {
  const report = join(folder, "playwright.json");
  const context = join(folder, "error-context.md");
  const shownBy = (page: string) => {
    writeFileSync(context, `# Error details\n\n# Page snapshot\n\n\`\`\`yaml\n${page}\`\`\`\n\n# Test source\n`);
    const attachments = [{ name: "screenshot" }, { name: "error-context", path: context }];
    const results = [{ duration: 2000, errors: [{ message: "It failed." }], attachments }];
    const spec = { title: "fails", ok: false, file: "a.spec.ts", line: 1, tests: [{ annotations: [], results }] };
    writeFileSync(report, JSON.stringify({ stats: { expected: 0 }, errors: [], suites: [{ specs: [spec] }] }));
    return playwrightReport(report, 1).failures[0]?.message;
  };
  const main = '  - main [ref=e7]:\n    - link "Volumes" [ref=e8] [cursor=pointer]\n';
  const page = `- generic [active] [ref=e1]:\n${main}  - contentinfo [ref=e9]: Fulmar\n`;
  expect(shownBy(page)).toBe('It failed.\n\nThe page showed:\n  - main:\n    - link "Volumes"');
  const dialog = '  - alertdialog "Edit" [ref=e3]:\n    - button "Save" [disabled] [ref=e4]\n';
  expect(shownBy(page + dialog)).toBe(
    'It failed.\n\nThe page showed:\n  - alertdialog "Edit":\n    - button "Save" [disabled]',
  );
  expect(shownBy("- text: Fulmar\n")).toBe("It failed.\n\nThe page showed:\n- text: Fulmar");
});

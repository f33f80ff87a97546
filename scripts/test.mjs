// `npm test`: everything, the quick things first; the last line counts the tests.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBrowser } from "./browser.mjs";
import { check } from "./check.mjs";
import { build } from "./prepare.mjs";
import { foreground, phase } from "./progress.mjs";
import { environment, inProject } from "./project.mjs";

/** Returns the exit code: 0 only when every check passed and no test failed. */
export async function test() {
  const reports = mkdtempSync(join(tmpdir(), "fulmar-test-"));
  try {
    const checksFailed = await check();
    const unit = await unitTests(join(reports, "vitest.json"));
    const browser = await browserTests(join(reports, "playwright.json"));
    if (checksFailed) process.stderr.write("\nA check before the tests failed: see above.\n");
    const failed = unit.failed + browser.failed;
    process.stdout.write(`\n${unit.passed + browser.passed} passed, ${failed} failed\n`);
    return checksFailed || failed > 0 ? 1 : 0;
  } finally {
    rmSync(reports, { recursive: true });
  }
}

async function unitTests(report) {
  const { openThrowawayDatabase } = await import("./database.mjs");
  const database = await openThrowawayDatabase();
  try {
    const env = environment({ DATABASE_URL: database.url });
    const code = await foreground("vitest", ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`], { cwd: inProject(), env });
    const { numPassedTests: passed, numFailedTests: failed } = read(report, { numPassedTests: 0, numFailedTests: 0 });
    return { passed, failed: atLeastOne(failed, code) };
  } finally {
    await database.release();
  }
}

async function browserTests(report) {
  try {
    await build();
    const chromium = await phase("Browser", ensureBrowser);
    const env = environment({ PLAYWRIGHT_JSON_OUTPUT_NAME: report, ...(chromium && { FULMAR_CHROMIUM: chromium }) });
    const code = await foreground(inProject("e2e/node_modules/.bin/playwright"), ["test", "--reporter=list,json"], { cwd: inProject("e2e"), env });
    const { expected, flaky, unexpected } = read(report, { stats: { expected: 0, flaky: 0, unexpected: 0 } }).stats;
    return { passed: expected + flaky, failed: atLeastOne(unexpected, code) };
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    return { passed: 0, failed: 1 };
  }
}

/** A run can fail without a failed test: a file that does not load, an error between tests. */
function atLeastOne(failed, exitCode) {
  return exitCode === 0 ? failed : Math.max(failed, 1);
}

function read(report, none) {
  return existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : none;
}

// `npm test`: runs everything, quick checks first. The last lines list the failures and count the tests.
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBrowser } from "./browser.mjs";
import { check } from "./check.mjs";
import { ensureEdgeServers } from "./edge-servers.mjs";
import { ENVIRONMENT_17, REPEATED, SERVER_17, whyNotOn17 } from "./postgres-17.mjs";
import { build } from "./prepare.mjs";
import { background, command, foreground, phase } from "./progress.mjs";
import { environment, inProject } from "./project.mjs";
import { prepareSite, site } from "./site.mjs";
import { failureAtEnd, failuresInWords, playwrightReport, vitestReport } from "./test-report.mjs";

/**
 * How many test files run at a time: more than there are CPUs, because tests wait for the database, for other processes
 * and for leases to end. By default Vitest reserves a CPU, which is half of two.
 */
const WORKERS = availableParallelism() + 1;

/** The drills that every run includes: those about a database that is behind its site. */
const DRILLS = {
  "restored-database": "The drill of a restored database",
  "copied-database": "The drill of a copied database",
};

/** Returns the exit code: 0 only when every check and test passed. */
export async function test() {
  const reports = mkdtempSync(join(tmpdir(), "fulmar-test-"));
  try {
    // Packages and an image are downloaded while other work uses the CPUs; apt-get cannot run twice at once.
    const servers = ensureEdgeServers();
    const prepared = servers.then(prepareSite);
    const checksFailed = await check();
    await servers;
    const unit = await unitTests(join(reports, "vitest.json"));
    const oldest = await testsOn17(join(reports, "vitest-17.json"));
    // Installing a browser may also need apt-get.
    await prepared;
    // Drills and the walk over real VMs mostly wait, so they run alongside the browser tests.
    const beside = Promise.all([...Object.keys(DRILLS).map(drillTest), siteTests(prepared)]);
    const browser = await browserTests(join(reports, "playwright.json"));
    const results = [unit, oldest, browser, ...(await beside)];
    const failures = results.flatMap((result) => result.failures);
    const passed = results.reduce((sum, result) => sum + result.passed, 0);
    process.stdout.write(`\n${failuresInWords(failures)}`);
    if (checksFailed) process.stdout.write("\nA check before the tests failed: see the beginning.\n");
    process.stdout.write(`\n${passed} passed, ${failures.length} failed\n`);
    return checksFailed || failures.length > 0 ? 1 : 0;
  } finally {
    rmSync(reports, { recursive: true });
  }
}

/** Some tests run on the oldest supported PostgreSQL as well: the whole run is long enough. */
async function testsOn17(report) {
  const reason = await whyNotOn17();
  if (reason === undefined) return unitTests(report, REPEATED, SERVER_17, ENVIRONMENT_17);
  process.stdout.write(`\nNo test is repeated on PostgreSQL 17: ${reason}\n`);
  return { passed: 0, failures: [] };
}

async function unitTests(report, files = [], server = {}, variables = {}) {
  const { openThrowawayDatabase } = await import("./database.mjs");
  const database = await openThrowawayDatabase({ inMemory: true, ...server });
  try {
    const env = environment({ DATABASE_URL: database.url, ...variables });
    const args = [
      "run",
      ...files,
      `--maxWorkers=${WORKERS}`,
      `--reporter=${inProject("scripts/vitest-reporter.mjs")}`,
      "--reporter=default",
      `--outputFile=${report}`,
    ];
    const code = await foreground("vitest", args, { cwd: inProject(), env });
    return vitestReport(report, code);
  } finally {
    await database.release();
  }
}

async function browserTests(report) {
  try {
    await build();
    const chromium = await phase("Browser", ensureBrowser);
    const env = environment({ PLAYWRIGHT_JSON_OUTPUT_NAME: report, ...(chromium && { FULMAR_CHROMIUM: chromium }) });
    const code = await foreground(inProject("e2e/node_modules/.bin/playwright"), ["test", "--reporter=list,json"], {
      cwd: inProject("e2e"),
      env,
    });
    return playwrightReport(report, code);
  } catch (error) {
    return { passed: 0, failures: [{ title: "The browser tests", message: error.message }] };
  }
}

/**
 * A drill is one test in its own process. Its output is printed after it has ended, because browser tests print
 * meanwhile.
 */
async function drillTest(name) {
  try {
    const output = await command(process.execPath, [inProject("scripts/run.mjs"), "drill", name], {
      cwd: inProject(),
      env: environment(),
    });
    process.stdout.write(`\n${DRILLS[name]}\n${output}`);
    return { passed: 1, failures: [] };
  } catch (error) {
    return { passed: 0, failures: [{ title: DRILLS[name], message: error.message }] };
  }
}

/** The walk over real VMs is one test. Where it cannot run, it is not counted. */
async function siteTests(prepared) {
  const title = "The walk over real machines";
  let printed = "";
  const start = async (...program) => {
    const { code, output } = await background(...program);
    printed = output;
    return code;
  };
  try {
    const code = await site([], { prepared, start });
    if (code === undefined) return { passed: 0, failures: [] };
    return code === 0 ? { passed: 1, failures: [] } : { passed: 0, failures: [failureAtEnd(title, printed)] };
  } catch (error) {
    return { passed: 0, failures: [{ title, message: error.message }] };
  }
}

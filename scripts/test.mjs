// `npm test`: runs everything, as much at a time as the machine has CPUs for. The last lines list the failures, count
// the tests, name what did not run, and compare the time with its budget.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBrowser } from "./browser.mjs";
import { testsOfChange } from "./changed.mjs";
import { checkJobs } from "./check.mjs";
import { endDescendantsOnSignal } from "./descendants.mjs";
import { runJobs, secondsOf } from "./jobs.mjs";
import { inOwnNetwork } from "./own-network.mjs";
import { SERVER_17, whyNotOn17 } from "./postgres-17.mjs";
import { build, generateClient, installPackages } from "./prepare.mjs";
import { background, command, foreground, phase } from "./progress.mjs";
import { environment, inProject } from "./project.mjs";
import { prepareSite, site } from "./site.mjs";
import { failureAtEnd, failuresInWords, playwrightReport, skippedTests, vitestReport } from "./test-report.mjs";
import { ensureServers } from "./test-servers.mjs";
import { recordTime, timeInWords } from "./test-time.mjs";

const CPUS = availableParallelism();

/**
 * How many test files run at a time: more than there are CPUs, because tests wait for the database, for other processes
 * and for leases to end. By default Vitest reserves a CPU, which is half of two.
 */
const WORKERS = CPUS + 1;

/** The browsers that run at a time (e2e/playwright.config.ts). */
const BROWSERS = 2;

/** The drills that every run includes: those about a database that is behind its site. */
const DRILLS = {
  "restored-database": "The drill of a restored database",
  "copied-database": "The drill of a copied database",
};

const TESTS = "Unit, API and saga tests";
const BROWSER_TESTS = "Browser tests";
const WALK = "The walk over real machines";

/** The jobs of a whole run, in the order in which they start where CPUs are free. */
function jobsOf(reports) {
  return [
    ...PREPARED,
    // These install Debian's packages, one after the other, because apt-get cannot run twice at once.
    { title: "Servers", cpus: 0, work: ensureServers },
    { title: "Site", cpus: 0, needs: ["Servers"], work: prepareSite },
    { ...BROWSER, needs: [...BROWSER.needs, "Site"] },
    ...checkJobs(["Database client"]),
    { title: "Build", cpus: 1, needs: ["Database client"], work: build },
    // Drills and the walk mostly wait, for minutes at most. Beside the other tests, whose processes outnumber the CPUs,
    // they would reach their limits.
    ...Object.entries(DRILLS).map(([name, title]) => ({
      ...{ title, cpus: 0, needs: [TESTS] },
      work: () => drillTest(name, title),
    })),
    {
      ...{ title: WALK, cpus: 0, needs: ["Site", TESTS] },
      work: ({ Site }) => siteTests(Site),
    },
    {
      ...{ title: TESTS, cpus: CPUS, needs: ["Database client", "Servers"] },
      work: () => unitTests(join(reports, "vitest.json")),
    },
    {
      ...{ title: BROWSER_TESTS, cpus: BROWSERS, needs: ["Build", "Browser"] },
      work: ({ Browser }) => browserTests(join(reports, "playwright.json"), Browser),
    },
  ];
}

/**
 * @param args files or folders of tests: those alone; `--changed` and perhaps a commit: what has changed since then can
 * reach; none: everything
 * @returns the exit code: 0 only when every check and test passed
 */
export async function test(args) {
  const { failures } = args.length === 0 ? await runOf(jobsOf) : await runOf(partOf(args), { part: true });
  return failures.length > 0 ? 1 : 0;
}

function partOf([first, ...rest]) {
  if (first === "--changed" && rest.length < 2 && !rest[0]?.startsWith("-")) return changedJobs(rest[0]);
  const files = [first, ...rest];
  const absent = files.find((file) => !existsSync(inProject(file)));
  if (absent !== undefined) throw new Error(`There is no ${absent}. Use: npm test [-- --changed [COMMIT] | -- FILES]`);
  return fileJobs(files);
}

/**
 * `npm run test-time`: a whole run, which fails where a phase takes longer than its budget, too.
 * @param args `--record` keeps the times of a run without failures (scripts/test-time.json)
 */
export async function testTime(args) {
  if (args.some((arg) => arg !== "--record")) throw new Error("Use: npm run test-time [-- --record]");
  const { failures, times } = await runOf(jobsOf);
  const { over } = timeInWords(times);
  if (args.length > 0 && failures.length === 0) recordTime(times);
  return failures.length > 0 || over ? 1 : 0;
}

const PREPARED = [
  { title: "Packages", cpus: 1, work: installPackages },
  { title: "Database client", cpus: 1, needs: ["Packages"], work: generateClient },
];

const BROWSER = { title: "Browser", cpus: 0, needs: ["Packages"], work: () => phase("Browser", ensureBrowser) };

/** Some files, without checks. */
function fileJobs(files) {
  const specs = files.filter((file) => file.startsWith("e2e"));
  const others = files.filter((file) => !specs.includes(file));
  const vitest = (reports) => ({
    ...{ title: TESTS, cpus: CPUS, needs: ["Database client"] },
    work: () => unitTests(join(reports, "vitest.json"), { files: others }),
  });
  const playwright = (reports) => [
    BROWSER,
    { title: "Build", cpus: 1, needs: ["Database client"], work: build },
    {
      ...{ title: BROWSER_TESTS, cpus: BROWSERS, needs: ["Build", "Browser"] },
      work: ({ Browser }) => browserTests(join(reports, "playwright.json"), Browser, specs),
    },
  ];
  return (reports) => [
    ...PREPARED,
    ...(others.length > 0 ? [vitest(reports)] : []),
    ...(specs.length > 0 ? playwright(reports) : []),
  ];
}

/** Every table over operations has a row for one of these: a table without rows fails. */
const IN_EVERY_TABLE = ["volume.list", "volume.create"];

/** The checks, and the tests that a change can reach. */
function changedJobs(since) {
  return (reports) => [
    ...PREPARED,
    {
      ...{ title: TESTS, cpus: 1, needs: ["Database client"] },
      work: async () => {
        const { tests, operations, lines } = await testsOfChange(since);
        process.stdout.write(`${lines.join("\n")}\n`);
        if (tests?.length === 0) return {};
        const chosen = operations && [...operations, ...IN_EVERY_TABLE].join(",");
        const variables = chosen === undefined ? {} : { FULMAR_TEST_OPERATIONS: chosen };
        return unitTests(join(reports, "vitest.json"), { files: tests, variables });
      },
    },
    ...checkJobs(["Database client"]),
  ];
}

/** @param part whether it is a part of the tests, for which there is no budget */
async function runOf(jobs, { part = false } = {}) {
  endDescendantsOnSignal();
  const reports = mkdtempSync(join(tmpdir(), "fulmar-test-"));
  const began = performance.now();
  try {
    const outcomes = await runJobs(jobs(reports), CPUS);
    return summaryOf(outcomes, (performance.now() - began) / 1000, part);
  } finally {
    rmSync(reports, { recursive: true });
  }
}

/** Prints the last lines of a run. */
function summaryOf(outcomes, seconds, part) {
  const results = [...outcomes].map(([title, { result, error }]) => ({
    ...{ passed: 0, failures: [], skipped: [] },
    ...(error === undefined ? result : { failures: [failureAtEnd(title, error.message)] }),
  }));
  const skipped = skippedTests(
    results.flatMap((result) => result.skipped),
    process.env.CI ? JSON.parse(readFileSync(inProject("scripts/skipped-in-ci.json"), "utf8")) : undefined,
  );
  const failures = [...results.flatMap((result) => result.failures), ...skipped.failures];
  const times = timesOf(outcomes, seconds);
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const count = results.reduce((sum, result) => sum + result.skipped.length, 0);
  const words = [
    failuresInWords(failures),
    ...(part ? [] : [...timeInWords(times).lines, ""]),
    `${passed} passed, ${failures.length} failed, ${count} skipped, in ${Math.round(seconds)} s`,
    ...skipped.lines,
  ];
  process.stdout.write(`\n${words.join("\n")}\n`);
  return { failures, times };
}

/** Seconds by phase and by test file. `rest` is what passed outside of the other phases. */
function timesOf(outcomes, seconds) {
  const of = (titles) => titles.flatMap((title) => outcomes.get(title) ?? []);
  const parts = { checks: checkJobs().map(({ title }) => title), tests: [TESTS], browser: [BROWSER_TESTS] };
  const phases = Object.fromEntries(Object.entries(parts).map(([name, titles]) => [name, secondsOf(of(titles))]));
  const rest = seconds - secondsOf(of(Object.values(parts).flat()));
  const files = Object.assign({}, ...[...outcomes.values()].map(({ result }) => result?.files));
  return { phases: { ...phases, rest }, files };
}

/**
 * All test files, some of them on the oldest supported PostgreSQL as well (vitest.config.ts); or those of `files`.
 * @param variables more of the environment
 * @param options of Vitest
 */
export async function unitTests(report, { files = [], variables = {}, options = [] } = {}) {
  const { openThrowawayDatabase } = await import("./database.mjs");
  const databases = [await openThrowawayDatabase({ inMemory: true })];
  const env = environment({ DATABASE_URL: databases[0].url, ...variables });
  const skipped = [];
  try {
    if (files.length === 0) {
      const reason = await whyNotOn17();
      if (reason === undefined) {
        const oldest = await openThrowawayDatabase({ inMemory: true, ...SERVER_17 });
        databases.push(oldest);
        env.FULMAR_TEST_URL_17 = oldest.url;
      } else skipped.push({ title: reason, lacks: "PostgreSQL 17" });
    }
    const args = [
      ...["run", ...files, `--maxWorkers=${WORKERS}`, ...options],
      ...[`--reporter=${inProject("scripts/vitest-reporter.mjs")}`, "--reporter=default", `--outputFile=${report}`],
    ];
    const code = await foreground("vitest", args, { cwd: inProject(), env });
    const result = vitestReport(report, code);
    return { ...result, skipped: [...result.skipped, ...skipped] };
  } finally {
    for (const database of databases) await database.release();
  }
}

export async function browserTests(report, chromium, specs = []) {
  const env = environment({ PLAYWRIGHT_JSON_OUTPUT_NAME: report, ...(chromium && { FULMAR_CHROMIUM: chromium }) });
  const command = inOwnNetwork(inProject("e2e/node_modules/.bin/playwright"), [
    "test",
    "--reporter=list,json",
    ...specs,
  ]);
  const code = await foreground(...command, { cwd: inProject("e2e"), env });
  return playwrightReport(report, code);
}

/**
 * A drill is one test in its own process. Its output is printed after it has ended, because other tests print
 * meanwhile.
 */
async function drillTest(name, title) {
  const output = await command(process.execPath, [inProject("scripts/run.mjs"), "drill", name], {
    cwd: inProject(),
    env: environment(),
  });
  process.stdout.write(`\n${title}\n${output}`);
  return { passed: 1 };
}

/** The walk over real VMs is one test. */
async function siteTests(prepared) {
  let printed = "";
  const start = async (...program) => {
    const { code, output } = await background(...program);
    printed = output;
    return code;
  };
  const code = await site([], { prepared, start });
  if (code === undefined) return { skipped: [{ title: WALK, lacks: "LXD" }] };
  return code === 0 ? { passed: 1 } : { failures: [failureAtEnd(WALK, printed)] };
}

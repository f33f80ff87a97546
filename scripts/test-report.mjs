// Reads the reports of test runners: how many tests passed, which failed, and why.
import { existsSync, readFileSync } from "node:fs";

/** How many lines of a failure are repeated. The full text is in the output above. */
const mostLines = 20;

/** How many lines of the page of a failed browser test are repeated. The page is nowhere else in the output. */
const mostOfPage = 60;
const colours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");

/**
 * Reads the report of `vitest-reporter.mjs`: `{ passed, failures, skipped, files }`, where `skipped` has what each
 * skipped test lacks and `files` the seconds by file. A run without a report has failed as a whole.
 */
export function vitestReport(file, exitCode) {
  if (!existsSync(file)) return withoutReport("vitest", exitCode);
  const { passed, failures, skipped, files } = JSON.parse(readFileSync(file, "utf8"));
  const shortened = failures.map(({ title, message }) => failure(title, [message]));
  return { passed, failures: orTheRun("vitest", shortened, exitCode), skipped, files: sumByFile(files) };
}

/** Reads Playwright's JSON report in the same way. */
export function playwrightReport(file, exitCode) {
  if (!existsSync(file)) return withoutReport("playwright", exitCode);
  const { stats, suites, errors } = JSON.parse(readFileSync(file, "utf8"));
  const failures = [
    ...errors.map(({ message }) => failure("playwright", [message])),
    ...specsOf(suites)
      .filter(({ ok }) => !ok)
      .map(({ file: spec, line, title, tests }) => {
        const results = tests.flatMap((test) => test.results);
        const messages = results.flatMap(({ errors: met }) => met.map(({ message }) => message));
        const { message } = failure("", messages);
        return {
          title: `e2e/tests/${spec}:${line} › ${title}`,
          message: [message, ...results.flatMap(pageOf)].join("\n\n"),
        };
      }),
  ];
  const results = specsOf(suites).flatMap(({ file: spec, title, tests }) =>
    tests.map((test) => ({ spec: `e2e/tests/${spec}`, title, test })),
  );
  // Not skipped but left out are the tests of a project that waits for one in which a test has failed.
  const skipped = results
    .filter(({ test }) => test.status === "skipped" && test.results.length > 0 && test.expectedStatus === "skipped")
    .map(({ spec, title, test }) => ({
      title: `${spec} › ${title}`,
      lacks: test.annotations.find(({ type }) => type === "skip")?.description,
    }));
  const files = results.flatMap(({ spec, test }) => test.results.map(({ duration }) => [spec, duration / 1000]));
  return {
    passed: stats.expected,
    failures: orTheRun("playwright", failures, exitCode),
    skipped,
    files: sumByFile(files),
  };
}

/**
 * What the page of a failed test showed: the dialog if one was open, or else its main part, as Playwright's
 * "error-context" has it.
 */
function pageOf({ attachments = [] }) {
  const { path } = attachments.find(({ name }) => name === "error-context") ?? {};
  if (path === undefined || !existsSync(path)) return [];
  const [, page] = /^# Page snapshot\n+```yaml\n(.*?)^```/ms.exec(readFileSync(path, "utf8")) ?? [];
  if (page === undefined) return [];
  const lines = page
    .replaceAll(/ \[(?:ref|cursor)=\w+\]/g, "")
    .trimEnd()
    .split("\n");
  const start = ["alertdialog", "dialog", "main"]
    .map((role) => lines.findIndex((line) => new RegExp(`^ *- ${role}\\b`).test(line)))
    .find((index) => index >= 0);
  const shown = start === undefined ? lines : withinFirst(lines.slice(start));
  return [["The page showed:", ...shown.slice(0, mostOfPage)].join("\n")];
}

/** The first line, and those that are indented deeper and follow it. */
function withinFirst([first, ...others]) {
  const end = others.findIndex((line) => line.search(/\S/) <= first.search(/\S/));
  return [first, ...(end < 0 ? others : others.slice(0, end))];
}

/** A file that ran twice has the sum. */
function sumByFile(files) {
  const sums = {};
  for (const [file, seconds] of files) sums[file] = (sums[file] ?? 0) + seconds;
  return sums;
}

/**
 * Counts skipped tests by what they lack.
 * @param allowed what tests may lack on the machine of this run; undefined: anything that has a name
 * @returns the lines of the summary, and a failure for each test that should have run
 */
export function skippedTests(skipped, allowed) {
  const counts = new Map();
  for (const { lacks } of skipped) counts.set(lacks, (counts.get(lacks) ?? 0) + 1);
  const lines = [...counts].map(
    ([lacks, count]) => `${String(count).padStart(5)} need ${lacks ?? "nothing that is named"}`,
  );
  const unnamed = skipped.filter(
    ({ lacks }) => lacks === undefined || (allowed !== undefined && !allowed.includes(lacks)),
  );
  const failures = unnamed.map(({ title, lacks }) => ({
    title,
    message:
      lacks === undefined
        ? "It is skipped, and does not say what it lacks: use needs()."
        : `It is skipped for want of ${lacks}, and scripts/skipped-in-ci.json does not allow that.`,
  }));
  return { lines, failures };
}

/** Repeats all failures at the end, for readers who only keep the last lines of the output. */
export function failuresInWords(failures) {
  return failures.map(({ title, message }) => `✗ ${title}\n${message.replaceAll(/^/gm, "    ")}\n`).join("\n");
}

/** The failure of a program that ended with its error: the last lines of its output say why. */
export function failureAtEnd(title, output) {
  const lines = output.replaceAll(colours, "").trim().split("\n");
  return { title, message: lines.slice(-mostLines).join("\n") };
}

function specsOf(suites) {
  return suites.flatMap(({ specs, suites: inner = [] }) => [...specs, ...specsOf(inner)]);
}

function failure(title, messages) {
  const lines = messages.join("\n").replaceAll(colours, "").trim().split("\n");
  return { title, message: lines.slice(0, mostLines).join("\n") };
}

function withoutReport(runner, exitCode) {
  return {
    passed: 0,
    skipped: [],
    files: {},
    failures: [failure(runner, [`It ended with exit code ${exitCode} before it wrote its report.`])],
  };
}

/** A run can fail without a failed test, by an error between tests. */
function orTheRun(runner, failures, exitCode) {
  return failures.length === 0 && exitCode !== 0
    ? [failure(runner, [`It ended with exit code ${exitCode}, and no test failed: see its output.`])]
    : failures;
}

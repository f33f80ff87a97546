// A reporter of Vitest. It writes `{ passed, failures, skipped, files }` as JSON to --outputFile: every error of the
// run with its place, what skipped tests lack, and the seconds that each file took. Vitest's own JSON report leaves
// out errors between tests and errors of hooks, though both fail the run.
import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import { inspect } from "node:util";

/** Test modules without an end: their process died. */
const UNFINISHED = ["queued", "pending"];

/** A line of a stack that says how Vitest came to run the test. */
const RUNNER_FRAME = /^\s+at .*\/node_modules\/(vitest|vite)\//;

export default class FailureReporter {
  #vitest;

  onInit(vitest) {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules, unhandledErrors, reason) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const failures = [
      ...unhandledErrors.map((error) => this.#unhandled(error)),
      ...modules.flatMap((module) => [
        ...this.#failed(module, module.errors()),
        ...[...module.children.allSuites()].flatMap((suite) => this.#failed(suite, suite.errors())),
      ]),
      ...tests.flatMap((test) => this.#failed(test, test.result().errors ?? [])),
      ...(reason === "interrupted" ? [] : modules.filter((module) => UNFINISHED.includes(module.state()))).map(
        (module) => ({ title: this.#title(module), message: "Its tests did not end." }),
      ),
    ];
    const inState = (state) => tests.filter((test) => test.result().state === state);
    // A suite may skip before it has declared its tests.
    const skippedSuites = modules
      .flatMap((module) => [...module.children.allSuites()])
      .filter((suite) => suite.meta().lacks !== undefined && [...suite.children.allTests()].length === 0);
    const skipped = [...inState("skipped"), ...skippedSuites].map((task) => ({
      ...{ title: this.#title(task), lacks: lackedBy(task) },
    }));
    const files = modules.map((module) => [this.#path(module.moduleId), secondsOf(module)]);
    const report = { passed: inState("passed").length, failures, skipped, files };
    writeFileSync(this.#vitest.config.outputFile, JSON.stringify(report));
  }

  /**
   * An error that no test, hook or module threw, such as a rejection that nobody awaited. Vitest knows what ran then.
   */
  #unhandled(error) {
    const file = error.VITEST_TEST_PATH;
    const lastTest = error.VITEST_TEST_NAME;
    return {
      title: [file ? this.#path(file) : "vitest", error.type ?? "Unhandled Error"].join(" › "),
      message: [...(lastTest ? [`The last test before it: ${lastTest}`] : []), inWords(error)].join("\n"),
    };
  }

  /** Passed tests have errors too: those of the attempts before the last. */
  #failed(task, errors) {
    const failed = task.type !== "test" || task.result().state === "failed";
    return failed && errors.length > 0 ? [{ title: this.#title(task), message: errors.map(inWords).join("\n") }] : [];
  }

  #title(task) {
    return task.type === "module"
      ? this.#path(task.moduleId)
      : `${this.#path(task.module.moduleId)} › ${task.fullName}`;
  }

  #path(file) {
    return relative(this.#vitest.config.root, file);
  }
}

/** The need of a skipped test that this machine lacks: it, a suite around it, or its call of `skip` says so. */
function lackedBy(skipped) {
  for (let task = skipped; task.type !== "module"; task = task.parent) {
    const { lacks } = task.meta();
    if (lacks !== undefined) return lacks;
  }
  return skipped.type === "test" ? skipped.result().note : undefined;
}

function secondsOf(module) {
  const { collectDuration, duration } = module.diagnostic();
  return (collectDuration + duration) / 1000;
}

/** The error's stack, which begins with its name and message, the difference that it found, and its causes. */
function inWords(error) {
  // Anything can be thrown, also a string.
  const { stack, message = typeof error === "string" ? error : inspect(error), diff, cause } = Object(error);
  const lines = (stack || message).split("\n").filter((line) => !RUNNER_FRAME.test(line));
  return [...lines, ...(diff ? [diff] : []), ...(cause ? [`Caused by: ${inWords(cause)}`] : [])].join("\n");
}

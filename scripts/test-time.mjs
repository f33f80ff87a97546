// The time budgets of `npm test`, the times of a run, and the files that grew (scripts/test-time.json).
import { readFileSync, writeFileSync } from "node:fs";
import { inProject } from "./project.mjs";

const FILE = inProject("scripts/test-time.json");
/** How many files of a phase that takes too long are named. */
const NAMED = 5;

/**
 * `{ budgets, phases, files }`: seconds allowed by phase, and what phases and test files took when they were recorded.
 */
function recordedTime() {
  return JSON.parse(readFileSync(FILE, "utf8"));
}

/** Records what a run took, for the comparison of later runs and for the order in which test files start. */
export function recordTime({ phases, files }) {
  const { budgets } = recordedTime();
  const round = (times) =>
    Object.fromEntries(
      Object.entries(times)
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([name, seconds]) => [name, Math.round(seconds * 10) / 10]),
    );
  writeFileSync(FILE, `${JSON.stringify({ budgets, phases: round(phases), files: round(files) }, null, 2)}\n`);
}

/**
 * Compares a run with its budgets.
 * @returns the lines of the summary, and `over`: whether a phase took longer than its budget
 */
export function timeInWords({ phases, files }, recorded = recordedTime()) {
  const lines = ["phase          took   budget  recorded"];
  let over = false;
  for (const [phase, budget] of Object.entries(recorded.budgets)) {
    const took = phases[phase] ?? 0;
    const columns = [took, budget, recorded.phases[phase] ?? 0].map((seconds) =>
      `${Math.round(seconds)} s`.padStart(8),
    );
    lines.push(`${phase.padEnd(11)}${columns.join(" ")}`);
    if (took <= budget) continue;
    over = true;
    lines.push(
      `  ${Math.round(took - budget)} s over its budget. Its files that grew most since their time was recorded:`,
    );
    for (const { file, grown } of grownMost(files, recorded.files, phase))
      lines.push(`  ${`+${Math.round(grown)} s`.padStart(8)}  ${file}`);
  }
  return { lines, over };
}

function grownMost(files, before, phase) {
  return Object.entries(files)
    .filter(([file]) => phase === (file.startsWith("e2e/") ? "browser" : "tests"))
    .map(([file, seconds]) => ({ file, grown: seconds - (before[file] ?? 0) }))
    .filter(({ grown }) => grown >= 1)
    .toSorted((one, other) => other.grown - one.grown)
    .slice(0, NAMED);
}

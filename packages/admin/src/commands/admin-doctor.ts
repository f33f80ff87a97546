import { type Finding, findings } from "@fulmar/core/operator";
import type { Actions } from "../actions.ts";
import { command } from "../program.ts";

export const doctor = ({ reporting }: Actions) =>
  command(
    "doctor",
    "Look at the whole installation: a line for each check, and what to do. The exit code is 1 when one fails",
  )
    .option("--output <text|json>", "json prints one JSON document, as --json does")
    .action(
      reporting(async ({ database, configuration }) => {
        const found = await findings(database, configuration);
        const failed = found.some(({ state }) => state === "fail");
        const state = failed ? "fail" : found.some((finding) => finding.state === "warn") ? "warn" : "ok";
        return { text: linesOf(found), json: { state, findings: found }, failed };
      }),
    );

function linesOf(found: readonly Finding[]): string {
  const width = Math.max(...found.map(({ check }) => check.length));
  return found
    .map(({ state, check, sentence }) => `${state.padEnd(4)}  ${check.padEnd(width)}  ${sentence}\n`)
    .join("");
}

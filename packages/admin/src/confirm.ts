import { createInterface } from "node:readline/promises";
import type { Surroundings } from "./actions.ts";
import { UsageError } from "./program.ts";

/**
 * Asks for confirmation at the terminal, on standard error, because standard output is for the command's answer.
 * @param request.yes given on the command line: skips the question
 * @param request.answer the text to type
 * @throws UsageError without a terminal, or when something else was typed
 */
export async function confirm(
  { input, err }: Pick<Surroundings, "input" | "err">,
  { yes, question, answer }: { readonly yes: true | undefined; readonly question: string; readonly answer: string },
): Promise<void> {
  if (yes !== undefined) return;
  if (!input.isTTY) throw new UsageError(`${question} Use --yes to confirm.`);
  const terminal = createInterface({ input, output: err });
  try {
    const typed = await terminal.question(`${question}\nType ${answer} to continue: `);
    if (typed.trim() !== answer) throw new UsageError("The answer does not match: nothing was done.");
  } finally {
    terminal.close();
  }
}

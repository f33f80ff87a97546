import { createInterface } from "node:readline/promises";
import { UsageError } from "./program.ts";

/**
 * Asks for confirmation at the terminal, on standard error, because standard output is for the command's answer.
 * @param request.yes given on the command line: skips the question
 * @param request.answer the text to type
 * @throws UsageError without a terminal, or when something else was typed
 */
export async function confirm({
  yes,
  question,
  answer,
}: {
  readonly yes: true | undefined;
  readonly question: string;
  readonly answer: string;
}): Promise<void> {
  if (yes !== undefined) return;
  if (!process.stdin.isTTY) throw new UsageError(`${question} Say --yes to do it.`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const typed = await terminal.question(`${question}\nType ${answer} to go on: `);
    if (typed.trim() !== answer) throw new UsageError("Something else was typed: nothing was done.");
  } finally {
    terminal.close();
  }
}

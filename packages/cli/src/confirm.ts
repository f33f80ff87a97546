import { createInterface } from "node:readline/promises";
import { UsageError } from "./program.ts";

/**
 * Asks whoever sits at the terminal, on standard error, for standard output is the command's answer.
 * @param request.yes said on the command line: nobody is asked
 * @param request.answer what has to be typed
 * @throws UsageError where nobody can be asked, or something else was typed
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

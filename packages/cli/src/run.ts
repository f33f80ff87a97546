import { readFileSync } from "node:fs";
import { type Command, CommanderError } from "commander";
import { candidates } from "./completion.ts";
import { EXIT, exitCodeOf, linesOf } from "./failure.ts";
import { createProgram } from "./program.ts";
import { loadCommands } from "./table.ts";

/**
 * Runs a command line, with the exit code in `process.exitCode`.
 * @param words what follows the name of the program
 */
export async function run(words: readonly string[]): Promise<void> {
  // The reader may end early (`fulmar vm list | head`).
  process.stdout.on("error", () => process.exit());
  // No option of the program's own, because operations have one of this name.
  if (words.length === 1 && (words[0] === "--version" || words[0] === "-V")) {
    process.stdout.write(`${version()}\n`);
    return;
  }
  const program = createProgram(loadCommands(), words);
  if (words[0] === "__complete") {
    process.stdout.write(
      candidates(program, words.slice(1))
        .map((word) => `${word}\n`)
        .join(""),
    );
    return;
  }
  try {
    throwErrors(program);
    await program.parseAsync(words, { from: "user" });
  } catch (error) {
    // Commander has printed its own.
    if (!(error instanceof CommanderError)) process.stderr.write(`${linesOf(error).join("\n")}\n`);
    process.exitCode = error instanceof CommanderError && error.exitCode !== 0 ? EXIT.usage : exitCodeOf(error);
  }
}

function version(): string {
  return JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version;
}

/** Errors of the command line have an exit code of their own. */
function throwErrors(command: Command): void {
  command.exitOverride();
  for (const each of command.commands) throwErrors(each);
}

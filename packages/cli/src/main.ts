#!/usr/bin/env node
import { type Command, CommanderError } from "commander";
import { candidates } from "./completion.ts";
import { EXIT, exitCodeOf, linesOf } from "./failure.ts";
import { createProgram } from "./program.ts";
import { loadCommands } from "./table.ts";

const words = process.argv.slice(2);
const program = createProgram(loadCommands(), words);
// The reader may end early (`fulmar vm list | head`).
process.stdout.on("error", () => process.exit());
if (words[0] === "__complete") {
  process.stdout.write(
    candidates(program, words.slice(1))
      .map((word) => `${word}\n`)
      .join(""),
  );
} else {
  try {
    throwErrors(program);
    await program.parseAsync();
  } catch (error) {
    // Commander has printed its own.
    if (!(error instanceof CommanderError)) process.stderr.write(`${linesOf(error).join("\n")}\n`);
    process.exitCode = error instanceof CommanderError && error.exitCode !== 0 ? EXIT.usage : exitCodeOf(error);
  }
}

/** Errors of the command line have an exit code of their own. */
function throwErrors(command: Command): void {
  command.exitOverride();
  for (const each of command.commands) throwErrors(each);
}

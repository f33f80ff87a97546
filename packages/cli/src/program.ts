import { Command, Option } from "commander";
import { apiCommand } from "./api-command.ts";
import { completionCommand } from "./completion.ts";
import { consoleCommand, hasConsole } from "./console-command.ts";
import { contextCommand } from "./context-commands.ts";
import { hasUpload, uploadCommand } from "./image-upload/upload-command.ts";
import { operationCommand } from "./operation-command.ts";
import { FORMATS } from "./output.ts";
import { s3Command } from "./s3-command.ts";
import { sshCommand } from "./ssh-command.ts";
import type { OperationCommand } from "./table.ts";

/**
 * The command line. Nouns have their verbs only if the words name them, because all verbs with all flags would take
 * half of the time in which a command starts.
 * @param words the arguments of the process, or those to complete
 */
export function createProgram(commands: readonly OperationCommand[], words: readonly string[]): Command {
  const program = new Command("fulmar")
    .description("The command line of the Fulmar API.")
    .addOption(new Option("-o, --output <format>", "how the answer is printed").choices(FORMATS).default("table"))
    .option("--columns <names>", "the columns of a table, separated by commas")
    .option("-q, --quiet", "print ids only, and no progress")
    .option("--context <name>", "the context to use, in place of the current one and of the environment")
    .option("--workspace <id>", "the workspace, in place of the context's")
    .helpCommand(false);
  for (const noun of new Set(commands.map((command) => command.noun))) {
    const verbs = commands.filter((command) => command.noun === noun);
    const group = groupIn(program, noun);
    group.description(verbs.map(({ verb }) => verb).join(", "));
    if (noun.split(" ").every((word) => words.includes(word))) {
      for (const verb of verbs) group.addCommand(operationCommand(commands, verb));
      if (hasConsole(noun)) group.addCommand(consoleCommand(commands, noun));
      if (hasUpload(noun)) group.addCommand(uploadCommand(commands));
    }
  }
  for (const command of [apiCommand(), sshCommand(commands), s3Command(), contextCommand(), completionCommand()])
    program.addCommand(command);
  return program;
}

/** The group of a noun: one below another if it has two words. */
function groupIn(program: Command, noun: string): Command {
  return noun.split(" ").reduce((parent, word) => {
    const known = parent.commands.find((command) => command.name() === word);
    const group = known ?? new Command(word).helpCommand(false);
    if (known === undefined) parent.addCommand(group);
    return group;
  }, program);
}

import { Command as CommanderCommand, type CommanderError, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { WorkspaceId } from "@fulmar/contract";
import { helpOf, pathOf } from "./help.ts";

/** An invalid command line. The message is one sentence that says what to type. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Starts the definition of a command. Options and action follow. */
export function command(name: string, about: string) {
  return adjusted(new CommanderCommand(name)).description(about);
}

/** A group of commands on one subject, without an action of its own. */
export function group(name: string, commands: readonly CommandUnknownOpts[]): CommandUnknownOpts {
  const made = adjusted(new CommanderCommand(name)).allowUnknownOption();
  for (const each of commands) made.addCommand(each);
  return made.action(() => {
    const firstOption = made.args.findIndex((argument) => argument.startsWith("-"));
    const words = [...pathOf(made), ...made.args.slice(0, firstOption === -1 ? undefined : firstOption)];
    throw new UsageError(
      words.length === 0
        ? "Name a command; --help lists them."
        : `There is no command "${words.join(" ")}"; --help lists the commands.`,
    );
  });
}

/**
 * Adapts help and errors to our wording: errors are thrown instead of printed, and the `help` command is off, because
 * every command has `--help`.
 */
function adjusted(made: CommanderCommand): CommanderCommand {
  return made
    .helpCommand(false)
    .configureHelp({ formatHelp: helpOf })
    .configureOutput({ outputError: () => undefined })
    .showSuggestionAfterError(false)
    .allowExcessArguments()
    .exitOverride((error) => {
      throw error.exitCode === 0 ? error : new UsageError(sentenceFor(error, made), { cause: error });
    });
}

/** Has the help of a command, and of all below it, written by `write`. */
export function writeHelpBy(write: (text: string) => void, made: CommandUnknownOpts): void {
  made.configureOutput({ writeOut: write });
  for (const each of made.commands) writeHelpBy(write, each);
}

function sentenceFor({ code, message }: CommanderError, made: CommandUnknownOpts): string {
  const [, quoted = ""] = /'(.*?)'/.exec(message) ?? [];
  const flag = quoted.replaceAll(/[<>]/g, "");
  // Commander reports a missing option first, even if the option is present with a typing error.
  const unknown = code === "commander.unknownOption" ? flag : made.args.find((argument) => argument.startsWith("--"));
  if (unknown !== undefined && code !== "commander.optionMissingArgument")
    return `The command ${pathOf(made).join(" ")} has no option ${unknown.replace(/=.*/, "")}; --help lists its options.`;
  if (code === "commander.optionMissingArgument") return `The option ${flag.replace(/ .*/, "")} needs a value.`;
  if (code === "commander.missingArgument") return `The argument <${quoted}> is missing.`;
  if (code === "commander.missingMandatoryOptionValue") return `The option ${flag} is missing.`;
  return `The command line is not valid: ${message}`;
}

/** @throws UsageError when the text is not a workspace id */
export function parseWorkspace(text: string): bigint {
  const id = WorkspaceId.safeParse(text);
  if (id.success) return BigInt(id.data);
  throw new UsageError(`"${text}" is not a workspace id; give a positive number.`);
}

import { Command as CommanderCommand, type CommanderError, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { helpOf, pathOf } from "./help.ts";

/** A command line that cannot be understood; the message is one sentence that says what to type. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** A command; its options and its action follow. */
export function command(name: string, about: string) {
  return adjusted(new CommanderCommand(name)).description(about);
}

/** Commands of one subject. By itself it does nothing. */
export function group(name: string, commands: readonly CommandUnknownOpts[]): CommandUnknownOpts {
  const made = adjusted(new CommanderCommand(name)).allowUnknownOption();
  for (const each of commands) made.addCommand(each);
  return made.action(() => {
    const firstOption = made.args.findIndex((argument) => argument.startsWith("-"));
    const words = [...pathOf(made), ...made.args.slice(0, firstOption === -1 ? undefined : firstOption)];
    throw new UsageError(
      words.length === 0
        ? "Name a command; --help lists them."
        : `There is no command "${words.join(" ")}"; --help lists those there are.`,
    );
  });
}

/** With help and errors in our words: Commander throws what it would print, and each command gets help by itself. */
function adjusted(made: CommanderCommand): CommanderCommand {
  return made
    .helpCommand(false)
    .configureHelp({ formatHelp: helpOf })
    .configureOutput({ outputError: () => undefined })
    .showSuggestionAfterError(false)
    .allowExcessArguments()
    .exitOverride((error) => {
      if (error.exitCode !== 0) throw new UsageError(sentenceFor(error, made), { cause: error });
    });
}

function sentenceFor({ code, message }: CommanderError, made: CommandUnknownOpts): string {
  const [, quoted = ""] = /'(.*?)'/.exec(message) ?? [];
  const flag = quoted.replaceAll(/[<>]/g, "");
  // An option that is missing may be there with a slip of the keyboard: Commander looks for what is missing first.
  const unknown = code === "commander.unknownOption" ? flag : made.args.find((argument) => argument.startsWith("--"));
  if (unknown !== undefined && code !== "commander.optionMissingArgument")
    return `The command ${pathOf(made).join(" ")} has no option ${unknown.replace(/=.*/, "")}; --help lists those it has.`;
  if (code === "commander.optionMissingArgument") return `The option ${flag.replace(/ .*/, "")} needs a value.`;
  if (code === "commander.missingMandatoryOptionValue") return `The option ${flag} is missing.`;
  return `The command line cannot be understood: ${message}`;
}

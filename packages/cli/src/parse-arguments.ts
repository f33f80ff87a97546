import { parseArgs } from "node:util";
import type { Command } from "./command.ts";
import { UsageError } from "./usage-error.ts";

export interface Request {
  readonly command: Command;
  readonly values: Readonly<Record<string, string | undefined>>;
  readonly json: boolean;
}

/** @throws UsageError that says what is wrong with the command line */
export function parseArguments(args: readonly string[], commands: readonly Command[]): Request {
  const words = wordsOf(args);
  const command = commands.find(({ name }) => words.join(" ") === name || words.join(" ").startsWith(`${name} `));
  if (command === undefined) {
    throw new UsageError(
      words.length === 0
        ? "Name a command; --help lists them."
        : `There is no command "${words.join(" ")}"; --help lists those there are.`,
    );
  }
  const rest = args.filter((argument) => argument !== "--json");
  const values = parseOptions(command, rest.slice(command.name.split(" ").length));
  for (const [name, option] of Object.entries(command.options)) {
    if (values[name] === undefined && option.optional !== true)
      throw new UsageError(`The option --${name} ${option.value} is missing.`);
  }
  return { command, values, json: rest.length < args.length };
}

/** The commands that a request for help is about: those that begin with the words that were typed. */
export function commandsForHelp(args: readonly string[], commands: readonly Command[]): readonly Command[] {
  const words = wordsOf(args.filter((argument) => argument !== "--help" && argument !== "-h"));
  const meant = commands.filter(({ name }) => `${name} `.startsWith(`${words.join(" ")} `));
  return meant.length === 0 ? commands : meant;
}

/** What stands before the first option: the command. */
function wordsOf(args: readonly string[]): string[] {
  const rest = args.filter((argument) => argument !== "--json");
  const firstOption = rest.findIndex((argument) => argument.startsWith("-"));
  return firstOption === -1 ? rest : rest.slice(0, firstOption);
}

function parseOptions(command: Command, args: readonly string[]): Record<string, string | undefined> {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { flag }]) => [name, { type: flag ? "boolean" : "string" } as const]),
  );
  try {
    const { values } = parseArgs({ args: joinNegatives(args), options, strict: true });
    return Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, value === true ? "yes" : String(value)]),
    );
  } catch (error) {
    throw new UsageError(sentenceFor(error, command), { cause: error });
  }
}

/** Node takes "--balance -5" for an option and another one; "--balance=-5" is what is meant. */
function joinNegatives(args: readonly string[]): string[] {
  const joined: string[] = [];
  for (const argument of args) {
    const last = joined.at(-1);
    if (/^-[\d.]/.test(argument) && last !== undefined && /^--[^=]+$/.test(last))
      joined[joined.length - 1] = `${last}=${argument}`;
    else joined.push(argument);
  }
  return joined;
}

function sentenceFor(error: unknown, command: Command): string {
  const { code, message } = error as { code?: string; message: string };
  const [, quoted = ""] = /'(.*?)'/.exec(message) ?? [];
  const named = quoted.replace(/ <value>$/, "");
  if (code === "ERR_PARSE_ARGS_UNKNOWN_OPTION")
    return `The command ${command.name} has no option ${named}; --help lists those it has.`;
  if (code === "ERR_PARSE_ARGS_INVALID_OPTION_VALUE") return `The option ${named} needs a value.`;
  if (code === "ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL")
    return `"${quoted}" belongs to no option; put a value with spaces in quotes.`;
  return `The command line cannot be understood: ${message}`;
}

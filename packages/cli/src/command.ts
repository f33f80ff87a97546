import type { Configuration } from "@fulmar/config";
import type { Database } from "@fulmar/prisma";

export interface Option {
  /** What stands for the value in the usage, such as ID; a flag has none. */
  readonly value?: string;
  readonly about: string;
  readonly optional?: true;
  /** It is said or not, without a value: then its value is `yes`. */
  readonly flag?: true;
}

type Options = Readonly<Record<string, Option>>;
export type Values<O extends Options> = {
  readonly [Name in keyof O]: O[Name] extends { optional: true } ? string | undefined : string;
};

export interface CommandContext {
  readonly configuration: Configuration;
  readonly database: Database;
}

/** What a command has to say: the JSON document of `--json`, or as many lines of text. */
export type Answer = Readonly<Record<string, string | boolean | null | readonly string[] | readonly Row[]>>;

/** A line of a table; all lines of one have the same columns. */
export type Row = Readonly<Record<string, string | null>>;

export interface Command<O extends Options = Options> {
  /** What is typed, such as "admin token create". */
  readonly name: string;
  readonly about: string;
  readonly options: O;
  run(context: CommandContext, values: Values<O>): Promise<Answer>;
}

/** Declares a command; the names of its options are its own, and `run` gets a text for each that is not optional. */
export function defineCommand<const O extends Options>(command: Command<O>): Command {
  // The parser hands over exactly the options that are declared, which is what Values says of them.
  return command as unknown as Command;
}

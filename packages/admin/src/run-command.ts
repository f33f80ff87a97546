import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { type Configuration, ConfigurationError, loadConfiguration } from "@fulmar/config";
import { DomainError } from "@fulmar/core/operator";
import { type Database, openDatabase } from "@fulmar/prisma";
import { BackupRefusal } from "./backup/manifest.ts";
import { UsageError } from "./program.ts";
import { type Answer, render } from "./render.ts";

export interface CommandContext {
  readonly configuration: Configuration;
  readonly database: Database;
}

/** The action of a command: runs it on the environment's installation and writes its answer. */
export function answering<Options extends object>(
  run: (context: CommandContext, options: Options) => Promise<Answer>,
): (options: Options, command: CommandUnknownOpts) => Promise<void> {
  return (options, command) => answer(command, (context) => run(context, options));
}

/** The same for a command with one argument besides its options. */
export function answeringOf<Options extends object>(
  run: (context: CommandContext, argument: string, options: Options) => Promise<Answer>,
): (argument: string, options: Options, command: CommandUnknownOpts) => Promise<void> {
  return (argument, options, command) => answer(command, (context) => run(context, argument, options));
}

/** The action of a command that needs no database that answers: it gets the configuration alone. */
export function configured<Options extends object>(
  run: (configuration: Configuration, options: Options) => Promise<Answer>,
): (options: Options, command: CommandUnknownOpts) => Promise<void> {
  return async (options, command) => {
    refuseSlips(command);
    process.stdout.write(render(await run(loadConfiguration(), options), command.optsWithGlobals().json === true));
  };
}

/** A report: text for people, and a JSON document. */
export interface Report {
  readonly text: string;
  readonly json: object;
  /** Whether the exit code is 1, although the command could be carried out. */
  readonly failed?: boolean;
}

/** The action of a command that reports. `--output json` prints the document. */
export function reporting<Options extends { readonly output?: string }>(
  run: (context: CommandContext, options: Options) => Promise<Report>,
): (options: Options, command: CommandUnknownOpts) => Promise<void> {
  return (options, command) => report(command, options, (context) => run(context, options));
}

/** The same for a command with one argument besides its options. */
export function reportingOf<Options extends { readonly output?: string }>(
  run: (context: CommandContext, argument: string) => Promise<Report>,
): (argument: string, options: Options, command: CommandUnknownOpts) => Promise<void> {
  return (argument, options, command) => report(command, options, (context) => run(context, argument));
}

async function report(
  command: CommandUnknownOpts,
  { output = "text" }: { readonly output?: string },
  run: (context: CommandContext) => Promise<Report>,
): Promise<void> {
  if (output !== "text" && output !== "json") throw new UsageError("The option --output is text or json.");
  await onDatabase(command, async (context) => {
    const { text, json, failed = false } = await run(context);
    if (failed) process.exitCode = 1;
    return output === "json" || command.optsWithGlobals().json === true ? `${JSON.stringify(json)}\n` : text;
  });
}

async function answer(command: CommandUnknownOpts, run: (context: CommandContext) => Promise<Answer>): Promise<void> {
  await onDatabase(command, async (context) => render(await run(context), command.optsWithGlobals().json === true));
}

/** Runs a command on the environment's installation and prints what it returns. */
async function onDatabase(
  command: CommandUnknownOpts,
  run: (context: CommandContext) => Promise<string>,
): Promise<void> {
  refuseSlips(command);
  const configuration = loadConfiguration();
  const database = openDatabase(configuration.ownerUrl ?? configuration.databaseUrl, {
    ...{ max: 2, program: "admin" },
    ...configuration.connecting,
  });
  try {
    await greet(database);
    process.stdout.write(await run({ configuration, database }));
  } finally {
    await database.close();
  }
}

/** The reason for a failure, in one line. */
export function failureSentence(error: unknown): string {
  const meant = [UsageError, ConfigurationError, DomainError, DatabaseUnusable, BackupRefusal].some(
    (kind) => error instanceof kind,
  );
  const text = error instanceof Error ? error.message : String(error);
  const line = text.trim().replaceAll(/\s*\n\s*/g, " ");
  return meant ? line : `The command failed: ${line}`;
}

/** Rejects input that Commander accepts but that is surely a mistake. @throws UsageError */
function refuseSlips(command: CommandUnknownOpts): void {
  const left = command.args[command.registeredArguments.length];
  if (left !== undefined) throw new UsageError(`"${left}" belongs to no option; put a value with spaces in quotes.`);
  for (const option of command.options) {
    const value = command.getOptionValue(option.attributeName());
    if (command.options.some(({ long }) => long === value))
      throw new UsageError(`The option ${option.long} needs a value.`);
  }
}

/** Checks the database first, to tell an unreachable database from a failing command. */
async function greet(database: Database): Promise<void> {
  try {
    await database.pool.query("SELECT");
  } catch (cause) {
    throw new DatabaseUnusable(cause);
  }
}

/**
 * The database of DATABASE_URL cannot be reached or refuses the login. The message omits the URL, which contains a
 * password.
 */
class DatabaseUnusable extends Error {
  override readonly name = "DatabaseUnusable";

  constructor(cause: unknown) {
    const { code, message } = cause as { code?: string; message?: string };
    super(
      `The database cannot be used (${[code, message].filter(Boolean).join(": ")}); check DATABASE_URL, and that PostgreSQL runs.`,
      { cause },
    );
  }
}

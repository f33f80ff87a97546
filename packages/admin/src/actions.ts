import type { EventEmitter } from "node:events";
import type { Readable, Writable } from "node:stream";
import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { type Configuration, ConfigurationError, loadConfiguration } from "@fulmar/config";
import { DomainError } from "@fulmar/core/operator";
import { type Database, openDatabase } from "@fulmar/prisma";
import { BackupRefusal } from "./backup/manifest.ts";
import { UsageError } from "./program.ts";
import { type Answer, render } from "./render.ts";

/** The process that a command runs in. A command reads, writes and listens here, and nowhere else. */
export interface Surroundings {
  /** For the answer of the command. */
  readonly out: Writable;
  /** For everything else that it says. */
  readonly err: Writable & { readonly isTTY?: boolean };
  /** Answers the question of a command, where a person sits at it. */
  readonly input: Readable & { readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
  /** SIGINT and SIGTERM arrive here. They end a process in which nobody listens. */
  readonly signals: Pick<EventEmitter, "once" | "off">;
}

/** For a command that needs no database that answers. */
interface ConfiguredContext extends Surroundings {
  readonly configuration: Configuration;
}

export interface CommandContext extends ConfiguredContext {
  readonly database: Database;
}

/** A report: text for people, and a JSON document. */
interface Report {
  readonly text: string;
  readonly json: object;
  /** Whether the exit code is 1, although the command could be carried out. */
  readonly failed?: boolean;
}

/** Commander gives it the values of the arguments, the options and the command itself. */
type Action<Values extends readonly unknown[]> = (...call: [...Values, command: CommandUnknownOpts]) => Promise<void>;

export type Actions = ReturnType<typeof actionsIn>;

/** Makes the actions of the commands of one call. Each runs on the installation of the environment. */
export function actionsIn(surroundings: Surroundings) {
  let exitCode = 0;

  async function onConfiguration(
    command: CommandUnknownOpts,
    run: (context: ConfiguredContext) => Promise<void>,
  ): Promise<void> {
    refuseSlips(command);
    await run({ ...surroundings, configuration: loadConfiguration(surroundings.env) });
  }

  /** Runs a command and writes what it returns. */
  function onDatabase(command: CommandUnknownOpts, run: (context: CommandContext) => Promise<string>): Promise<void> {
    return onConfiguration(command, (context) =>
      withDatabase(context.configuration, async (database) => {
        surroundings.out.write(await run({ ...context, database }));
      }),
    );
  }

  function answer(command: CommandUnknownOpts, run: (context: CommandContext) => Promise<Answer>): Promise<void> {
    return onDatabase(command, async (context) => render(await run(context), isJson(command)));
  }

  async function report(
    command: CommandUnknownOpts,
    { output = "text" }: { readonly output?: string },
    run: (context: CommandContext) => Promise<Report>,
  ): Promise<void> {
    if (output !== "text" && output !== "json") throw new UsageError("The option --output is text or json.");
    await onDatabase(command, async (context) => {
      const { text, json, failed = false } = await run(context);
      if (failed) exitCode = 1;
      return output === "json" || isJson(command) ? `${JSON.stringify(json)}\n` : text;
    });
  }

  return {
    /** Of a command that answers. */
    answering:
      <Options extends object>(
        run: (context: CommandContext, options: Options) => Promise<Answer>,
      ): Action<[options: Options]> =>
      (options, command) =>
        answer(command, (context) => run(context, options)),

    /** The same for a command with one argument besides its options. */
    answeringOf:
      <Argument extends string | undefined, Options extends object>(
        run: (context: CommandContext, argument: Argument, options: Options) => Promise<Answer>,
      ): Action<[argument: Argument, options: Options]> =>
      (argument, options, command) =>
        answer(command, (context) => run(context, argument, options)),

    /** Of a command that answers, and reaches databases by itself. */
    configured:
      <Options extends object>(
        run: (context: ConfiguredContext, options: Options) => Promise<Answer>,
      ): Action<[options: Options]> =>
      (options, command) =>
        onConfiguration(command, async (context) => {
          surroundings.out.write(render(await run(context, options), isJson(command)));
        }),

    /** Of a command that reports. `--output json` prints the document. */
    reporting:
      <Options extends { readonly output?: string }>(
        run: (context: CommandContext, options: Options) => Promise<Report>,
      ): Action<[options: Options]> =>
      (options, command) =>
        report(command, options, (context) => run(context, options)),

    /** The same for a command with one argument besides its options. */
    reportingOf:
      <Options extends { readonly output?: string }>(
        run: (context: CommandContext, argument: string) => Promise<Report>,
      ): Action<[argument: string, options: Options]> =>
      (argument, options, command) =>
        report(command, options, (context) => run(context, argument)),

    /** Of the call, once its action has ended. */
    exitCode: () => exitCode,
  };
}

function isJson(command: CommandUnknownOpts): boolean {
  return command.optsWithGlobals().json === true;
}

/** Opens the database of the installation for some work, and closes it. @throws DatabaseUnusable */
export async function withDatabase<Result>(
  { ownerUrl, databaseUrl, connecting }: Configuration,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase(ownerUrl ?? databaseUrl, { max: 2, program: "admin", ...connecting });
  try {
    await greet(database);
    return await work(database);
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
      `The database cannot be used (${[code, message].filter(Boolean).join(": ")}); ` +
        "check DATABASE_URL, and that PostgreSQL runs.",
      { cause },
    );
  }
}

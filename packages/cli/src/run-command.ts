import { loadConfiguration } from "@fulmar/config";
import { type Database, openDatabase } from "@fulmar/prisma";
import type { Answer } from "./command.ts";
import { DatabaseUnusable } from "./database-unusable.ts";
import type { Request } from "./parse-arguments.ts";

/** Runs a command with the installation that the environment names. */
export async function runCommand({ command, values }: Request): Promise<Answer> {
  const configuration = loadConfiguration();
  const database = openDatabase(configuration.databaseUrl, { max: 2 });
  try {
    await greet(database);
    return await command.run({ configuration, database }, values as Parameters<typeof command.run>[1]);
  } finally {
    await database.close();
  }
}

/** A database that nobody answers from is told apart from a command that fails. */
async function greet(database: Database): Promise<void> {
  try {
    await database.pool.query("SELECT");
  } catch (cause) {
    throw new DatabaseUnusable(cause);
  }
}

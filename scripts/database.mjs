// The database of a task: the one in DATABASE_URL, or an embedded PostgreSQL.
import { setTimeout as delay } from "node:timers/promises";
import { joinEmbeddedDatabase, startThrowawayDatabase } from "../prisma/tools/index.ts";
import { phase } from "./progress.mjs";

/**
 * Opens the product's database. `ended` resolves with a description when an embedded server ends before its release.
 */
export async function openDatabase({ databaseUrl, dataDir }) {
  if (databaseUrl !== undefined) return { url: databaseUrl, ended: new Promise(() => {}), release: async () => {} };
  const database = await joinEmbeddedDatabase(dataDir);
  return { ...database, ended: gone(database, dataDir) };
}

/** Creates the database if needed and applies new migrations. Throws one sentence when the server does not answer. */
export async function migrateDatabase(url) {
  const { migrate } = await import("../prisma/src/migrate.ts");
  try {
    return await migrate(url);
  } catch (error) {
    if (error.code === undefined) throw error;
    const { host } = new URL(url);
    throw new Error(
      `The database at ${host} cannot be used (${error.code}${error.message && `: ${error.message}`}): check DATABASE_URL.`,
      { cause: error },
    );
  }
}

/** Opens a database for tests and benchmarks. */
export async function openThrowawayDatabase() {
  if (process.env.DATABASE_URL) return { url: process.env.DATABASE_URL, release: async () => {} };
  const { url, stop } = await phase("PostgreSQL", startThrowawayDatabase);
  return { url, release: stop };
}

/** Polls the server, because another process may have started it, so that there is no exit event. */
async function gone(database, dataDir) {
  while (database.isRunning()) await delay(500, undefined, { ref: false });
  return `The embedded PostgreSQL stopped by itself: see ${dataDir}/postgres.log.`;
}

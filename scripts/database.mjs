// The database of a task: the one in DATABASE_URL, or an embedded PostgreSQL.
import { setTimeout as delay } from "node:timers/promises";
import { joinEmbeddedDatabase, startThrowawayDatabase } from "../prisma/tools/index.ts";
import { phase } from "./progress.mjs";

/**
 * Opens the product's database: `url` is the owner's, `requestUrl` and `workerUrl` those of processes. `ended` resolves with a description when an embedded server ends before its release.
 */
export async function openDatabase({ databaseUrl, ownerUrl = databaseUrl, workerUrl = databaseUrl, dataDir }) {
  if (databaseUrl !== undefined) {
    const urls = { url: ownerUrl, requestUrl: databaseUrl, workerUrl };
    return { ...urls, ended: new Promise(() => {}), release: async () => {} };
  }
  const database = await joinEmbeddedDatabase(dataDir);
  const urls = {
    requestUrl: database.processUrl("fulmar_request"),
    workerUrl: database.processUrl("fulmar_worker"),
  };
  return { ...database, ...urls, ended: gone(database, dataDir) };
}

/**
 * Creates the database if needed, applies new migrations, and lets the processes log in. Throws one sentence when the
 * server does not answer.
 */
export async function migrateDatabase({ url, requestUrl, workerUrl }) {
  const { migrate } = await import("../prisma/src/migrate.ts");
  const { admitLogin } = await import("../prisma/src/process-roles.ts");
  try {
    const applied = await migrate(url);
    await admitLogin(url, requestUrl, "fulmar_request");
    await admitLogin(url, workerUrl, "fulmar_worker");
    return applied;
  } catch (error) {
    if (error.code === undefined) throw error;
    const { host, username } = new URL(url);
    if (error.code === "42501")
      throw new Error(
        `The user ${username} does not own the tables of the database at ${host} (${error.message}): set FULMAR_OWNER_URL to the owner's URL.`,
        { cause: error },
      );
    throw new Error(
      `The database at ${host} cannot be used (${error.code}${error.message && `: ${error.message}`}): check DATABASE_URL.`,
      { cause: error },
    );
  }
}

/** Opens a database for tests and benchmarks; `inMemory` is for many small databases, `syncs` for durable commits. */
export async function openThrowawayDatabase({ inMemory = false, syncs = false } = {}) {
  if (process.env.DATABASE_URL) return { url: process.env.DATABASE_URL, release: async () => {} };
  const { url, stop } = await phase("PostgreSQL", () => startThrowawayDatabase({ inMemory, syncs }));
  return { url, release: stop };
}

/** Polls the server, because another process may have started it, so that there is no exit event. */
async function gone(database, dataDir) {
  while (database.isRunning()) await delay(500, undefined, { ref: false });
  return `The embedded PostgreSQL stopped by itself: see ${dataDir}/postgres.log.`;
}

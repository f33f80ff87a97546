// The database of a task: the one in DATABASE_URL, or an embedded PostgreSQL.
import { setTimeout as delay } from "node:timers/promises";
import { joinEmbeddedDatabase, startThrowawayDatabase } from "../prisma/tools/index.ts";
import { phase } from "./progress.mjs";

/**
 * Opens the product's database: `url` is the owner's, `requestUrl` and `workerUrl` those of processes. `ended`
 * resolves with a description when an embedded server ends before its release.
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

/** Migrates it and lets the processes log in: prisma/src/prepare-database.ts. */
export async function migrateDatabase({ url, requestUrl, workerUrl }) {
  const { prepareDatabase } = await import("../prisma/src/prepare-database.ts");
  return prepareDatabase({ url, requestUrl, workerUrl });
}

/**
 * Opens a database for tests and benchmarks; `inMemory` is for many small databases, `syncs` for durable commits,
 * `major` for a version, which DATABASE_URL does not replace.
 */
export async function openThrowawayDatabase({ inMemory = false, syncs = false, major } = {}) {
  if (process.env.DATABASE_URL && major === undefined)
    return { url: process.env.DATABASE_URL, release: async () => {} };
  const { url, stop } = await phase(`PostgreSQL${major === undefined ? "" : ` ${major}`}`, () =>
    startThrowawayDatabase({ inMemory, syncs, major }),
  );
  return { url, release: stop };
}

/** Polls the server, because another process may have started it, so that there is no exit event. */
async function gone(database, dataDir) {
  while (database.isRunning()) await delay(500, undefined, { ref: false });
  return `The embedded PostgreSQL stopped by itself: see ${dataDir}/postgres.log.`;
}

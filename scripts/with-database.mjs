// Runs one program of the project with a database. stdout belongs to that program.
import { endDescendantsOnSignal } from "./descendants.mjs";
import { generateClient, installPackages } from "./prepare.mjs";
import { foreground } from "./progress.mjs";
import { environment, inProject } from "./project.mjs";

/**
 * Uses the database of `npm start`: its running server, or a temporary start of it. `migrated` brings it to this
 * version first.
 */
export async function withEmbeddedDatabase(program, args, { migrated = true } = {}) {
  await installPackages();
  await generateClient();
  const { loadStartConfiguration } = await import("../packages/config/src/index.ts");
  const configuration = loadStartConfiguration();
  const { migrateDatabase, openDatabase } = await import("./database.mjs");
  const database = await openDatabase(configuration);
  try {
    if (migrated) await migrateDatabase(database);
    // The operator acts as the owner.
    return await run(program, args, { DATABASE_URL: database.url, FULMAR_DATA_DIR: configuration.dataDir });
  } finally {
    await database.release();
  }
}

/**
 * Uses a temporary server, on which the program creates its databases, unless DATABASE_URL names one. `start` starts
 * the program and returns its exit code. `syncs` is for durable commits. A signal ends what the program has started.
 */
export async function withThrowawayDatabase(program, args, env = {}, start = foreground, { syncs = false } = {}) {
  endDescendantsOnSignal();
  await installPackages();
  await generateClient();
  const { openThrowawayDatabase } = await import("./database.mjs");
  const database = await openThrowawayDatabase({ syncs });
  try {
    return await run(program, args, { ...env, DATABASE_URL: database.url }, start);
  } finally {
    await database.release();
  }
}

function run(program, args, env, start = foreground) {
  return start(process.execPath, [inProject(program), ...args], { cwd: inProject(), env: environment(env) });
}

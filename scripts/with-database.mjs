// Runs one program of the project with a database; stdout belongs to that program.
import { generateClient, installPackages } from "./prepare.mjs";
import { foreground } from "./progress.mjs";
import { environment, inProject } from "./project.mjs";

/** With the database that `npm start` uses: its running server, or the same started for the time being. */
export async function withEmbeddedDatabase(program, args) {
  await installPackages();
  await generateClient();
  const { loadStartConfiguration } = await import("../packages/config/src/index.ts");
  const configuration = loadStartConfiguration();
  const { migrateDatabase, openDatabase } = await import("./database.mjs");
  const database = await openDatabase(configuration);
  try {
    await migrateDatabase(database.url);
    return await run(program, args, { DATABASE_URL: database.url, FULMAR_DATA_DIR: configuration.dataDir });
  } finally {
    await database.release();
  }
}

/** With a server of its own, on which it makes the databases that it needs; unless DATABASE_URL names one. */
export async function withThrowawayDatabase(program, args, env = {}) {
  await installPackages();
  await generateClient();
  const { openThrowawayDatabase } = await import("./database.mjs");
  const database = await openThrowawayDatabase();
  try {
    return await run(program, args, { ...env, DATABASE_URL: database.url });
  } finally {
    await database.release();
  }
}

function run(program, args, env) {
  return foreground(process.execPath, [inProject(program), ...args], { cwd: inProject(), env: environment(env) });
}

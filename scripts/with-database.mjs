// Runs one program of the project with a migrated database; stdout belongs to that program.
import { generateClient, installPackages } from "./prepare.mjs";
import { foreground } from "./progress.mjs";
import { environment, inProject } from "./project.mjs";

/** With the database that `npm start` uses: its running server, or the same started for the time being. */
export async function withEmbeddedDatabase(program, args) {
  await installPackages();
  await generateClient();
  const { loadStartConfiguration } = await import("../packages/config/src/index.ts");
  const configuration = loadStartConfiguration();
  const { openDatabase } = await import("./database.mjs");
  return run(program, args, await openDatabase(configuration), { FULMAR_DATA_DIR: configuration.dataDir });
}

/** With a database of its own that is deleted afterwards, unless DATABASE_URL names one. */
export async function withThrowawayDatabase(program, args) {
  await installPackages();
  await generateClient();
  const { openThrowawayDatabase } = await import("./database.mjs");
  return run(program, args, await openThrowawayDatabase(), {});
}

async function run(program, args, database, more) {
  try {
    const { migrateDatabase } = await import("./database.mjs");
    await migrateDatabase(database.url);
    return await foreground(process.execPath, [inProject(program), ...args], { cwd: inProject(), env: environment({ ...more, DATABASE_URL: database.url }) });
  } finally {
    await database.release();
  }
}

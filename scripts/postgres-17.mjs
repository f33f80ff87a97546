// Runs tests on the oldest PostgreSQL that Fulmar supports (docs/adr/0091).
import { availableParallelism } from "node:os";
import { generateClient, installPackages } from "./prepare.mjs";
import { foreground } from "./progress.mjs";
import { environment, inProject } from "./project.mjs";

const MAJOR = 17;

/** The options that start a server of this version for tests. */
export const SERVER_17 = { major: MAJOR };

/** Why tests cannot run on it here. Undefined: they can. Needs the installed packages. */
export async function whyNotOn17() {
  const { hasPostgres } = await import("../prisma/tools/index.ts");
  return hasPostgres(MAJOR)
    ? undefined
    : `There are no programs of PostgreSQL ${MAJOR} for ${process.platform} ${process.arch}.`;
}

/** Runs test files there, or those of a folder. @returns the exit code */
export async function testOn17(args) {
  await installPackages();
  await generateClient();
  const reason = await whyNotOn17();
  if (reason !== undefined) throw new Error(reason);
  const { openThrowawayDatabase } = await import("./database.mjs");
  const database = await openThrowawayDatabase({ inMemory: true, ...SERVER_17 });
  try {
    const env = environment({ DATABASE_URL: database.url, FULMAR_TEST_POSTGRES: String(MAJOR) });
    return await foreground("vitest", ["run", `--maxWorkers=${availableParallelism()}`, ...args], {
      cwd: inProject(),
      env,
    });
  } finally {
    await database.release();
  }
}

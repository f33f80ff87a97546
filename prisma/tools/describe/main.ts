// Describes every statement against the migrated schema and writes the types to src/statements. With --check it only
// compares them.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { migrate } from "../../src/migrate.ts";
import { startThrowawayDatabase } from "../throwaway-database.ts";
import { readCatalog } from "./catalog.ts";
import { type DeclaredStatement, declaredStatements } from "./declared-statements.ts";
import { describeStatement, type StatementDescription } from "./describe-statement.ts";
import { generatedFiles } from "./generated-files.ts";

const FOLDER = join(import.meta.dirname, "../../src/statements");

async function describeAll(url: string): Promise<readonly (DeclaredStatement & StatementDescription)[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("BEGIN");
    const catalog = await readCatalog(client);
    const described: (DeclaredStatement & StatementDescription)[] = [];
    const failures: string[] = [];
    for (const statement of await declaredStatements()) {
      try {
        described.push({ ...statement, ...(await describeStatement(client, catalog, statement)) });
      } catch (error) {
        failures.push(
          `The statement ${statement.name} of ${statement.file} does not fit the schema: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
    }
    if (failures.length > 0) throw new Error(failures.join("\n"));
    return described;
  } finally {
    await client.end();
  }
}

function written(): ReadonlyMap<string, string> {
  mkdirSync(FOLDER, { recursive: true });
  return new Map(readdirSync(FOLDER).map((name) => [name, readFileSync(join(FOLDER, name), "utf8")]));
}

const server = await startThrowawayDatabase({ major: 18 });
try {
  const url = new URL(server.url);
  url.pathname = "/described";
  await migrate(url.href);
  const described = await describeAll(url.href);
  const [fresh, old] = [generatedFiles(described), written()];
  const stale = [...new Set([...fresh.keys(), ...old.keys()])].filter((name) => fresh.get(name) !== old.get(name));
  if (process.argv.includes("--check")) {
    if (stale.length > 0)
      throw new Error(
        `prisma/src/statements/${stale.join(", ")} is not what the database says: run \`npm run describe\` and look at the difference.`,
      );
  } else {
    for (const name of stale) rmSync(join(FOLDER, name), { force: true });
    for (const name of stale) if (fresh.has(name)) writeFileSync(join(FOLDER, name), fresh.get(name) ?? "");
  }
  console.log(`${described.length} statements described`);
} catch (error) {
  console.error(error instanceof Error && process.env.DESCRIBE_TRACE === undefined ? error.message : error);
  process.exitCode = 1;
} finally {
  await server.stop();
}

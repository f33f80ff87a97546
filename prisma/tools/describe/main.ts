// Describes every statement against the migrated schema and writes the types to src/statements. With --json it prints
// the descriptions, for tests: the statements are those that a process declares while it imports the programs, so the
// process must not have imported any of them before.
import pg from "pg";
import { migrate } from "../../src/migrate.ts";
import { startThrowawayDatabase } from "../throwaway-database.ts";
import { type Descriptions, describeAll } from "./describe-all.ts";
import { writeFiles } from "./generated-files.ts";

async function described(): Promise<Descriptions> {
  const server = await startThrowawayDatabase({ inMemory: true, major: 18 });
  try {
    const url = new URL(server.url);
    url.pathname = "/described";
    await migrate(url.href);
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    try {
      await client.query("BEGIN");
      return await describeAll(client);
    } finally {
      await client.end();
    }
  } finally {
    await server.stop();
  }
}

try {
  const descriptions = await described();
  const { statements } = descriptions;
  if (process.argv.includes("--json")) process.stdout.write(JSON.stringify(descriptions));
  else {
    writeFiles(statements);
    console.log(`${statements.length} statements described`);
  }
} catch (error) {
  console.error(error instanceof Error && process.env.DESCRIBE_TRACE === undefined ? error.message : error);
  process.exitCode = 1;
}

// Describes every statement against the migrated schema and writes the types to src/statements. With --json it prints
// the descriptions, for tests: the statements are those that a process declares while it imports the programs, so the
// process must not have imported any of them before.
import { askMigrated } from "../migrated-database.ts";
import { type Descriptions, describeAll } from "./describe-all.ts";
import { writeFiles } from "./generated-files.ts";

function described(): Promise<Descriptions> {
  return askMigrated(async (client) => {
    await client.query("BEGIN");
    return await describeAll(client);
  });
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

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";

/** Runs a function on an installation's own database, for setups that no request can arrange. */
export async function inDatabase<Result>(
  dataDir: string,
  work: (database: Client) => Promise<Result>,
): Promise<Result> {
  const { port, password } = JSON.parse(readFileSync(join(dataDir, "postgres.json"), "utf8"));
  const database = new Client({ host: "127.0.0.1", port, user: "fulmar", database: "fulmar", password });
  await database.connect();
  try {
    return await work(database);
  } finally {
    await database.end();
  }
}

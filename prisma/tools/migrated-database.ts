import pg from "pg";
import { migrate } from "../src/migrate.ts";
import { startThrowawayDatabase } from "./throwaway-database.ts";

/** Answers a question about a database that has every migration and no rows, on a server of its own. */
export async function askMigrated<Answer>(question: (client: pg.Client) => Promise<Answer>): Promise<Answer> {
  const server = await startThrowawayDatabase({ inMemory: true, major: 18 });
  try {
    const url = new URL(server.url);
    url.pathname = "/migrated";
    await migrate(url.href);
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    try {
      return await question(client);
    } finally {
      await client.end();
    }
  } finally {
    await server.stop();
  }
}

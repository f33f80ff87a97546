import type pg from "pg";

/** Runs statements in one transaction without triggers and foreign keys, to create rows that the product would not. */
export async function withoutTriggers<T>(pool: pg.Pool, run: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN; SET LOCAL session_replication_role = replica");
    const result = await run(client);
    await client.query("COMMIT");
    client.release();
    return result;
  } catch (error) {
    // Destroys the connection, so that its open transaction is not reused.
    client.release(true);
    throw error;
  }
}

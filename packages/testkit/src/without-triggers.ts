import type pg from "pg";

/**
 * Runs statements in one transaction to which triggers and foreign keys do not apply: how rows are made that the
 * product would not make.
 */
export async function withoutTriggers<T>(pool: pg.Pool, run: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN; SET LOCAL session_replication_role = replica");
    const result = await run(client);
    await client.query("COMMIT");
    client.release();
    return result;
  } catch (error) {
    // The next user of this connection must not find the transaction open.
    client.release(true);
    throw error;
  }
}

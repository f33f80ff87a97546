import pg from "pg";

/** The lock that Prisma Migrate takes, so that concurrent starts apply each migration once. */
const LOCK = 72_707_369;
/** How often work is done again that met requests in a deadlock: the former release goes on meanwhile. */
const TRIES = 10;
const DEADLOCK = "40P01";

/**
 * Runs `work` in a transaction that has the lock, and again where PostgreSQL ended it because of a deadlock. The lock is
 * the transaction's and not the session's, so migrations also go through a pooler.
 */
export async function inMigration<Result>(client: pg.Client, work: () => Promise<Result>): Promise<Result> {
  for (let tried = 1; ; tried += 1) {
    await client.query("BEGIN");
    try {
      await client.query("SELECT pg_advisory_xact_lock($1)", [LOCK]);
      const result = await work();
      await client.query("COMMIT");
      return result;
    } catch (error) {
      await client.query("ROLLBACK");
      if (tried === TRIES || !isDeadlock(error)) throw error;
    }
  }
}

function isDeadlock(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.code === DEADLOCK;
  return error instanceof Error && isDeadlock(error.cause);
}

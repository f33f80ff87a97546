import type { Database } from "@fulmar/prisma";
import type pg from "pg";
import { conflict } from "../request/domain-error.ts";

/** Any constant of ours: commands about master keys are one at a time. */
const LOCK = 1_718_580_016;

/**
 * Runs a command that changes the master keys while no other one does. The lock is a transaction's, so that whoever is
 * killed lets go of it.
 * @param work gets the connection that holds it
 * @throws DomainError 409 while another one runs
 */
export async function withMasterKeyLock<Result>(
  { pool }: Pick<Database, "pool">,
  work: (held: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const held = await pool.connect();
  held.on("error", toldByTheNextQuery);
  try {
    await held.query("BEGIN");
    const { rows } = await held.query<{ mine: boolean }>("SELECT pg_try_advisory_xact_lock($1) AS mine", [LOCK]);
    if (rows[0]?.mine !== true)
      throw conflict(
        "master_key_busy",
        "Another command works on the master keys; wait until it has ended, then try again.",
      );
    return await work(held);
  } finally {
    await letGo(held);
  }
}

/** Without a listener, a connection that breaks while nothing is asked of it would end the process. */
function toldByTheNextQuery(): void {}

/**
 * A connection that cannot be asked any more is thrown away, and its lock with it: what the work threw is what counts.
 */
async function letGo(held: pg.PoolClient): Promise<void> {
  try {
    await held.query("ROLLBACK");
    held.off("error", toldByTheNextQuery);
    held.release();
  } catch {
    held.release(true);
  }
}

import { type Database, type Sql, statement } from "@fulmar/prisma";
import type { Move } from "./move-row.ts";

const lockWriters = statement(
  "bucket_move_lock_writers",
  "SELECT pg_advisory_xact_lock(bucket_move_lock($bucket_id))::text AS locked",
);

const setMoving = statement(
  "bucket_move_set_moving",
  `UPDATE bucket SET moving = $moving
    WHERE workspace_id = $workspace_id::bigint AND bucket_id = $bucket_id AND moving IS DISTINCT FROM $moving`,
);

const noteFrozen = statement("bucket_move_frozen", "UPDATE bucket_move SET frozen_at = now() WHERE move_id = $move_id");

const older = statement(
  "bucket_move_older_transactions",
  "SELECT pid FROM transactions_in_progress() WHERE pid <> pg_backend_pid() AND begun <= $started_at::timestamptz",
);

type Frozen = Pick<Move, "move_id" | "workspace_id" | "bucket_id">;

/**
 * Refuses changes of the bucket from now on, once those that are under way in the embedded store have ended
 * (prisma/migrations/20261207000000_bucket_moves).
 */
export function freeze(database: Database, { move_id, workspace_id, bucket_id }: Frozen): Promise<void> {
  return database.transaction(async ({ sql }) => {
    await sql.query(lockWriters, { bucket_id });
    await sql.query(setMoving, { workspace_id, bucket_id, moving: "frozen" });
    await sql.query(noteFrozen, { move_id });
  });
}

/** Lets the bucket be changed again, while it moves or when it does so no longer. */
export async function unfreeze(
  sql: Sql,
  { workspace_id, bucket_id }: Pick<Move, "workspace_id" | "bucket_id">,
  moving: "moving" | null,
): Promise<void> {
  await sql.query(setMoving, { workspace_id, bucket_id, moving });
}

/** Whether a transaction is under way that began before the move, whose changes no freeze would wait for. */
export async function hasOlderWriters(sql: Sql, startedAt: Date): Promise<boolean> {
  return (await sql.query(older, { started_at: startedAt })).length > 0;
}

import { setTimeout as sleep } from "node:timers/promises";
import { type Sql, statement } from "@fulmar/prisma";
import { DomainError } from "../request/domain-error.ts";

/** In microseconds since 1970, by the database's clock. */
const ask = statement(
  "audit_horizon",
  `SELECT (extract(epoch FROM audit_horizon($1::bigint)) * 1000000)::bigint AS horizon, (extract(epoch FROM statement_timestamp()) * 1000000)::bigint AS asked`,
  // The function is ours, and always answers a moment.
  { present: ["horizon"] },
);

const AGAIN_AFTER_MS = 20;
const LONGEST_WAIT_MS = 2_000;

/**
 * The moment before which the workspace's trail is complete: no event of an earlier moment can appear any more. Of a
 * range that has passed everything must be there, so this waits for the writers that are between their event and their
 * commit, which is milliseconds. What is read after this call, in a statement of its own, holds all those events
 * (docs/adr/0009).
 * @throws DomainError 503 where a writer keeps a passed range open for longer
 */
export async function auditHorizon(
  sql: Sql,
  workspaceId: bigint,
  to: bigint | undefined,
  signal: AbortSignal,
): Promise<bigint> {
  for (let waitedMs = 0; ; waitedMs += AGAIN_AFTER_MS) {
    const [row] = await sql.query(ask, [workspaceId]);
    if (row === undefined) throw new Error("the database did not say how far the audit trail is complete");
    if (to === undefined || to > row.asked || to <= row.horizon) return row.horizon;
    if (waitedMs >= LONGEST_WAIT_MS) throw stillWriting();
    await sleep(AGAIN_AFTER_MS, undefined, { signal });
  }
}

function stillWriting(): DomainError {
  const detail =
    "A change that began in this range has not ended yet, so the range is not complete; retry in a few seconds.";
  return new DomainError("unavailable", detail, { code: "range_incomplete", retryAfterSeconds: 2 });
}

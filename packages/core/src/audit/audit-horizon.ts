import { setTimeout as sleep } from "node:timers/promises";
import { type Sql, statement } from "@fulmar/prisma";
import { DomainError } from "../request/domain-error.ts";

/** Both columns are in microseconds since 1970, by the database's clock. */
const ask = statement(
  "audit_horizon",
  `SELECT (extract(epoch FROM audit_horizon($workspace_id::bigint)) * 1000000)::bigint AS horizon,
          (extract(epoch FROM statement_timestamp()) * 1000000)::bigint AS asked`,
  // `audit_horizon` never returns NULL.
  { present: ["horizon"] },
);

const AGAIN_AFTER_MS = 20;
const LONGEST_WAIT_MS = 2_000;

/**
 * The moment before which the workspace's trail is complete: no earlier event can still appear. If the caller
 * asks for a past range (`to`), this waits, usually for milliseconds, until transactions that have written events in it
 * have ended. A separate statement that runs after this call sees all events before that moment (docs/adr/0009).
 * @throws DomainError 503 when a transaction keeps a past range open for too long
 */
export async function auditHorizon(
  sql: Sql,
  workspaceId: bigint,
  to: bigint | undefined,
  signal: AbortSignal,
): Promise<bigint> {
  for (let waitedMs = 0; ; waitedMs += AGAIN_AFTER_MS) {
    const row = await sql.one(ask, { workspace_id: workspaceId });
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

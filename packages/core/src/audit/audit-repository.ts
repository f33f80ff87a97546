import { AuditEvent } from "@fulmar/contract";
import type { Sql } from "@fulmar/prisma";
import { toTimestamp } from "../query/timestamp.ts";
import type { AuditPosition } from "./audit-position.ts";
import { type AuditFilter, listFor, type TrailRow, valuesOf } from "./audit-trail.ts";
import { resourceTypeOf } from "./resource-type.ts";

/** Reads the audit trail of one workspace. */
export class AuditRepository {
  readonly #sql: Sql;
  readonly #workspaceId: bigint;

  constructor(sql: Sql, workspaceId: bigint) {
    this.#sql = sql;
    this.#workspaceId = workspaceId;
  }

  /** Returns at most `limit` events, newest first, below `upper` and not before `from` (microseconds). */
  list(filter: AuditFilter, range: { upper: AuditPosition; from: bigint }, limit: number): Promise<TrailRow[]> {
    return this.#sql.query(listFor("workspace", filter), valuesOf(this.#workspaceId, filter, range, limit));
  }
}

export function toAuditEvent({ micros: _, at, ...row }: TrailRow): AuditEvent {
  return {
    ...row,
    actor_type: AuditEvent.shape.actor_type.parse(row.actor_type),
    resource_type: resourceTypeOf(row),
    at: toTimestamp(at),
  };
}

import type { AuditEvent } from "@fulmar/contract";
import { type Sql, type Statement, statement } from "@fulmar/prisma";
import { toTimestamp } from "../kernel/timestamp.ts";
import type { AuditPosition } from "./audit-position.ts";
import { resourceTypeOf } from "./resource-type.ts";

export interface AuditRow extends Omit<AuditEvent, "at" | "resource_type"> {
  at: Date;
  /** `at` in microseconds since 1970: what the trail is ordered by. */
  micros: bigint;
}

/** What a page is limited to. A list is any of its values; absent, everything. */
export interface AuditFilter {
  readonly resource_id: readonly string[] | null;
  readonly action: readonly string[] | null;
  readonly actor_id: readonly string[] | null;
  readonly result: readonly number[] | null;
  readonly subject: readonly string[] | null;
}

interface Column {
  readonly name: keyof AuditFilter;
  readonly sql: string;
  readonly type: string;
}

/** The narrowest first: what a page is read by, each along an index of its own. */
const columns: readonly Column[] = [
  { name: "resource_id", sql: "e.resource_id", type: "text[]" },
  { name: "actor_id", sql: "e.actor_id", type: "text[]" },
  { name: "action", sql: "e.action", type: "text[]" },
  { name: "result", sql: "e.result", type: "int[]" },
  { name: "subject", sql: "split_part(e.action, '.', 1)", type: "text[]" },
];

const SHOWN = `e.audit_event_id, e.actor_type, e.actor_id, e.actor_name, e.action, e.resource_id, e.request_id, e.source_ip, e.result, e.at,
  (extract(epoch FROM e.at) * 1000000)::bigint AS micros`;
const moment = (parameter: number) => `timestamptz 'epoch' + $${parameter}::bigint * interval '1 microsecond'`;
const NEWEST_FIRST = "ORDER BY e.at DESC, e.audit_event_id DESC LIMIT $5::int";

/**
 * The events that match, newest first: by one walk along an index where nothing is asked for, else by one for each value of the first
 * column. Each set of columns has a text of its own: in one text for all, the planner takes what may be absent for something that leaves few
 * rows, and sorts the whole trail.
 */
function listBy(asked: readonly Column[]): Statement {
  const [lead, ...rest] = asked;
  const others = rest.map(({ sql, type }, index) => `AND ${sql} = ANY ($${index + 7}::${type})`).join(" ");
  const events = (condition: string) => `SELECT ${SHOWN} FROM audit_event e
       WHERE e.workspace_id = $1::bigint ${condition} AND (e.at, e.audit_event_id) < (${moment(2)}, $3::text) AND e.at >= ${moment(4)} ${others}
       ${NEWEST_FIRST}`;
  if (lead === undefined) return statement("audit_event_list", events(""));
  return statement(
    `audit_event_list_by_${asked.map(({ name }) => name).join("_")}`,
    `SELECT e.* FROM unnest($6::${lead.type}) AS asked (value), LATERAL (${events(`AND ${lead.sql} = asked.value`)}) AS e ${NEWEST_FIRST}`,
  );
}

const lists = new Map<string, Statement>();

function listFor(asked: readonly Column[]): Statement {
  const key = asked.map(({ name }) => name).join();
  const known = lists.get(key) ?? listBy(asked);
  lists.set(key, known);
  return known;
}

/** What was recorded of one workspace. */
export class AuditRepository {
  readonly #sql: Sql;
  readonly #workspaceId: bigint;

  constructor(sql: Sql, workspaceId: bigint) {
    this.#sql = sql;
    this.#workspaceId = workspaceId;
  }

  /** Newest first, `limit` at most, those below `upper` and not before `from` (microseconds). */
  list(filter: AuditFilter, { upper, from }: { upper: AuditPosition; from: bigint }, limit: number): Promise<AuditRow[]> {
    const asked = columns.filter(({ name }) => filter[name] !== null);
    const values = [this.#workspaceId, upper.micros, upper.id, from, limit, ...asked.map(({ name }) => filter[name])];
    return this.#sql.query<AuditRow>(listFor(asked), values);
  }
}

export function toAuditEvent({ micros: _, at, ...row }: AuditRow): AuditEvent {
  return { ...row, resource_type: resourceTypeOf(row), at: toTimestamp(at) };
}

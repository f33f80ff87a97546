import type { AuditEvent } from "@fulmar/contract";
import { type Statement, statement } from "@fulmar/prisma";
import type { AuditPosition } from "./audit-position.ts";

export interface TrailRow extends Omit<AuditEvent, "at" | "resource_type"> {
  at: Date;
  /** `at` in microseconds since 1970: what a trail is ordered by. */
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

export const EVERYTHING: AuditFilter = { resource_id: null, action: null, actor_id: null, result: null, subject: null };

/**
 * Whose events: of a workspace; of an organization outside of its workspaces; of a person's account. Each has indexes
 * of its own, with these very conditions.
 */
const TRAILS = {
  workspace: { name: "audit_event_list", condition: "e.workspace_id = $1::bigint" },
  organization: {
    name: "organization_event_list",
    condition:
      "e.organization_id = $1::text AND (e.workspace_id IS NULL OR split_part(e.action, '.', 1) = 'workspace')",
  },
  account: { name: "account_event_list", condition: "e.organization_id IS NULL AND e.actor_id = $1::text" },
} as const;
type Trail = keyof typeof TRAILS;

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

/** What a resource of an organization is called now, and what was changed of it; by keys, for the rows of one page. */
const NAMED = `SELECT page.*, coalesce(
         (SELECT u.name FROM "user" u WHERE u.id = page.resource_id),
         (SELECT t.name FROM api_token t WHERE t.token_id = page.resource_id),
         (SELECT w.name FROM workspace w WHERE w.workspace_id = CASE WHEN page.resource_id ~ '^[0-9]{1,18}$' THEN page.resource_id::bigint END)) AS resource_name`;

const moment = (parameter: number) => `timestamptz 'epoch' + $${parameter}::bigint * interval '1 microsecond'`;
const newestFirst = (table: string) => `ORDER BY ${table}.at DESC, ${table}.audit_event_id DESC`;

/**
 * The events that match, newest first: by one walk along an index where nothing is asked for, else by one for each
 * value of the first column. Each set of columns has a text of its own: in one text for all, the planner takes what may
 * be absent for something that leaves few rows, and sorts the whole trail.
 */
function listBy(trail: Trail, asked: readonly Column[]): Statement {
  const [lead, ...rest] = asked;
  const { name, condition: own } = TRAILS[trail];
  const shown = trail === "organization" ? `${SHOWN}, e.detail` : SHOWN;
  const others = rest.map(({ sql, type }, index) => `AND ${sql} = ANY ($${index + 7}::${type})`).join(" ");
  const events = (condition: string) => `SELECT ${shown} FROM audit_event e
       WHERE ${own} ${condition} AND (e.at, e.audit_event_id) < (${moment(2)}, $3::text) AND e.at >= ${moment(4)} ${others}
       ${newestFirst("e")} LIMIT $5::int`;
  const page =
    lead === undefined
      ? events("")
      : `SELECT e.* FROM unnest($6::${lead.type}) AS asked (value), LATERAL (${events(`AND ${lead.sql} = asked.value`)}) AS e ${newestFirst("e")} LIMIT $5::int`;
  const full = lead === undefined ? name : `${name}_by_${asked.map((column) => column.name).join("_")}`;
  return statement(full, trail === "organization" ? `${NAMED} FROM (${page}) AS page ${newestFirst("page")}` : page);
}

const lists = new Map<string, Statement>();

/** The statement that reads a page of a trail, for the filter's columns; its values are from `valuesOf`. */
export function listFor(trail: Trail, filter: AuditFilter): Statement {
  const asked = askedBy(filter);
  const key = [trail, ...asked.map(({ name }) => name)].join();
  const known = lists.get(key) ?? listBy(trail, asked);
  lists.set(key, known);
  return known;
}

/** @param range below `upper`, and not before `from` (microseconds) */
export function valuesOf(
  owner: string | bigint,
  filter: AuditFilter,
  { upper, from }: { upper: AuditPosition; from: bigint },
  limit: number,
) {
  return [owner, upper.micros, upper.id, from, limit, ...askedBy(filter).map(({ name }) => filter[name])];
}

function askedBy(filter: AuditFilter): readonly Column[] {
  return columns.filter(({ name }) => filter[name] !== null);
}

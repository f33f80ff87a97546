import { ALL_SCOPES, type Event, FIRST_EVENT, matchesEventType, type Scope } from "@fulmar/contract";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { auditHorizon } from "../audit/index.ts";
import { decodeCursor, toPage } from "../query/paging.ts";
import { toTimestamp } from "../query/wire-form.ts";
import type { Caller } from "../request/caller.ts";
import type { Handler } from "../request/context.ts";
import { DomainError, invalidField } from "../request/domain-error.ts";
import { namedIn } from "../search/index.ts";
import { EVENT_KINDS } from "./event-kinds.ts";

const moment = (parameter: string) => `timestamptz 'epoch' + ${parameter}::bigint * interval '1 microsecond'`;

/**
 * One page, and the present names of its resources, which are found once for the page and not once for each event.
 * `$micros` and `$event_id` are a position, `$horizon` is where the trail is complete. Events of one resource have an
 * index of their own.
 */
const pageOf = (within: string, order: string, ofResource: boolean) => `
  WITH page AS (
    SELECT e.event_id, e.kind, e.resource_id, e.actor_type, e.actor_id, e.actor_name, e.request_id, e.operation_id,
           e.at,
           (extract(epoch FROM e.at) * 1000000)::bigint AS micros
      FROM event e
     WHERE e.workspace_id = $workspace_id::bigint AND e.kind = ANY ($kinds::text[])
       AND ${ofResource ? "e.resource_id = $resource_id AND " : ""}${within}
     ORDER BY ${order} LIMIT $limit
  ), named AS (${namedIn("ARRAY(SELECT p.resource_id FROM page p)")})
  SELECT page.*, n.name FROM page LEFT JOIN (SELECT DISTINCT ON (id) id, name FROM named) n ON n.id = page.resource_id
   ORDER BY ${order.replaceAll("e.", "page.")}`;

const BEFORE = [
  `(e.at, e.event_id) < (least(${moment("$micros")}, ${moment("$horizon")}), $event_id::text)`,
  "e.at DESC, e.event_id DESC",
] as const;
const AFTER = [
  `(e.at, e.event_id) > (${moment("$micros")}, $event_id::text) AND e.at < ${moment("$horizon")}`,
  "e.at, e.event_id",
] as const;

const newestFirst = statement("event_list", pageOf(...BEFORE, false));
const newestFirstOf = statement("event_list_of", pageOf(...BEFORE, true));
const oldestFirst = statement("event_list_after", pageOf(...AFTER, false));
const oldestFirstOf = statement("event_list_after_of", pageOf(...AFTER, true));
const find = statement(
  "event_position",
  `SELECT (extract(epoch FROM at) * 1000000)::bigint AS micros FROM event
    WHERE workspace_id = $workspace_id::bigint AND event_id = $event_id`,
);

type EventRow = RowOf<typeof newestFirst>;

/** A place in the trail: a moment in microseconds since 1970, and an event's id. */
interface Position {
  readonly micros: bigint;
  readonly id: string;
}
const BEGINNING: Position = { micros: 0n, id: "" };
const END: Position = { micros: 8_640_000_000_000_000_000n, id: "" };
const POSITION = /^([<>])(\d{1,16})\.([0-9a-z_]{1,64})$/;

/**
 * The events that the caller may see. Complete by the horizon of the audit trail: an event that appears later has a
 * later moment (docs/adr/0063).
 */
export const listEvents: Handler<"event.list"> = async (
  { sql, workspace, caller, signal },
  { limit, cursor, after, type, resource_type, resource_id },
) => {
  const kinds = kindsFor(caller, type, resource_type);
  const place = await placeOf(sql, workspace.id, after, cursor);
  const horizon = await auditHorizon(sql, workspace.id, undefined, signal);
  const { position, forward } = place;
  const values = {
    ...{ workspace_id: workspace.id, scopes: [...caller.scopes], kinds },
    ...{ micros: position.micros, event_id: position.id, horizon, limit: limit + 1 },
  };
  const rows =
    resource_id === undefined
      ? await sql.query(forward ? oldestFirst : newestFirst, values)
      : await sql.query(forward ? oldestFirstOf : newestFirstOf, { ...values, resource_id });
  return toPage(
    rows,
    limit,
    ({ micros, event_id }) => `${forward ? ">" : "<"}${micros}.${event_id}`,
    (row) => toEvent(row, String(workspace.id)),
  );
};

/** An event with its place in the trail, and the scope that shows it. */
export interface StoredEvent extends Position {
  readonly event: Event;
  readonly scope: Scope;
}

/**
 * The events of a workspace after a position and before the horizon, oldest first, at most `limit` of the kinds that
 * are shown. For workers: whoever hands them on compares their scopes.
 */
export async function eventsAfter(
  sql: Sql,
  workspaceId: bigint,
  position: Position,
  horizon: bigint,
  limit: number,
): Promise<StoredEvent[]> {
  const kinds = [...EVENT_KINDS.keys()];
  const rows = await sql.query(oldestFirst, {
    ...{ workspace_id: workspaceId, scopes: [...ALL_SCOPES], kinds },
    ...{ micros: position.micros, event_id: position.id, horizon, limit },
  });
  return rows.flatMap((row) => {
    const scope = EVENT_KINDS.get(row.kind)?.scope;
    if (scope === undefined) return [];
    return [{ micros: row.micros, id: row.event_id, event: toEvent(row, String(workspaceId)), scope }];
  });
}

/** Whether a pattern of a filter matches a type of event. */
export function knownEventType(pattern: string): boolean {
  return [...EVENT_KINDS.values()].some(({ type }) => matchesEventType([pattern], type));
}

/** @throws DomainError 403 when the caller may see none */
function kindsFor({ scopes }: Caller, type: string | undefined, resourceType: string | undefined): string[] {
  const visible = [...EVENT_KINDS].filter(([, kind]) => scopes.has(kind.scope));
  if (visible.length === 0) throw nothingToSee();
  return visible
    .filter(([, kind]) => type === undefined || kind.type === type)
    .filter(([, kind]) => resourceType === undefined || kind.resource === resourceType)
    .map(([stored]) => stored);
}

/** @throws DomainError 400 */
async function placeOf(
  sql: Sql,
  workspaceId: bigint,
  after: string | undefined,
  cursor: string | undefined,
): Promise<{ readonly position: Position; readonly forward: boolean }> {
  const [, direction, micros = "0", id = ""] = POSITION.exec(decodeCursor(cursor, POSITION) ?? "") ?? [];
  if (direction !== undefined) return { position: { micros: BigInt(micros), id }, forward: direction === ">" };
  if (after === undefined) return { position: END, forward: false };
  if (after === FIRST_EVENT) return { position: BEGINNING, forward: true };
  const row = await sql.maybe(find, { workspace_id: workspaceId, event_id: after });
  if (row === undefined)
    throw invalidField("after", `must be the id of an event of the last 30 days, or ${FIRST_EVENT}`);
  return { position: { micros: row.micros, id: after }, forward: true };
}

function toEvent(row: EventRow, workspaceId: string): Event {
  const kind = EVENT_KINDS.get(row.kind);
  if (kind === undefined) throw new Error(`the database listed an event of another kind: ${row.kind}`);
  const { event_id, resource_id, actor_type, actor_id, actor_name, request_id, operation_id, at } = row;
  return {
    ...{ event_id, type: kind.type, resource_type: kind.resource, resource_id },
    name: row.name,
    workspace_id: workspaceId,
    at: toTimestamp(at),
    actor: { type: ACTOR_TYPE[actor_type] ?? "system", id: actor_id, name: actor_name },
    request_id,
    operation_id,
  };
}

const ACTOR_TYPE: Readonly<Record<string, Event["actor"]["type"]>> = {
  token: "token",
  user: "user",
  operator: "operator",
};

function nothingToSee(): DomainError {
  return new DomainError("forbidden", "Events need at least one read scope; use a token that has one.", {
    code: "scope_missing",
  });
}

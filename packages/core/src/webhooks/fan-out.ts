import { matchesEventType } from "@fulmar/contract";
import { type Database, type RowOf, statement } from "@fulmar/prisma";
import { auditHorizon } from "../audit/index.ts";
import { eventsAfter, type StoredEvent } from "../events/index.ts";
import { newId } from "../request/identifiers.ts";
import type { WorkerServices } from "../work/worker-services.ts";

/** The most workspaces of one round, and the most events of one transaction. */
const WORKSPACES = 50;
const EVENTS = 500;

const MICROS = "(extract(epoch FROM cursor_at) * 1000000)::bigint";

// One workspace of each organization, so that who has many workspaces, or many events, gets one transaction a round. A
// look at the newest events reads nothing of webhooks whose workspaces have none.
const behind = statement(
  "webhook_behind",
  `SELECT workspace_id FROM (
     SELECT DISTINCT ON (s.organization_id) w.workspace_id FROM webhook w
       JOIN workspace s ON s.workspace_id = w.workspace_id
      WHERE w.enabled
        AND (NOT $newest::boolean
             OR w.workspace_id IN (SELECT n.workspace_id FROM event n WHERE n.at > now() - interval '10 seconds'))
        AND EXISTS (SELECT FROM event e
                     WHERE e.workspace_id = w.workspace_id
                       AND (e.at, e.event_id) > (w.cursor_at, w.cursor_event_id))
      ORDER BY s.organization_id, random()) AS one
    ORDER BY random() LIMIT $limit::int`,
);

// Those that are being changed, or filled by another worker, are filled later.
const lock = statement(
  "webhook_lock_enabled",
  `SELECT webhook_id, event_types, event_scopes, ${MICROS} AS micros, cursor_event_id FROM webhook
    WHERE workspace_id = $workspace_id::bigint AND enabled ORDER BY webhook_id FOR NO KEY UPDATE SKIP LOCKED`,
);

const insert = statement(
  "webhook_delivery_insert",
  `WITH given AS (
     SELECT * FROM unnest($webhook_ids::text[], $delivery_ids::text[], $lanes::text[], $event_ids::text[],
                          $types::text[], $scopes::text[], $resource_ids::text[], $bodies::text[])
       WITH ORDINALITY AS g (webhook_id, delivery_id, lane, event_id, type, scope, resource_id, body, place)
   ), added AS (
     INSERT INTO webhook_delivery (workspace_id, webhook_id, delivery_id, lane, event_id, type, scope, resource_id,
                                   body)
     SELECT $workspace_id::bigint, webhook_id, delivery_id, lane, event_id, type, scope, resource_id, body FROM given
      ORDER BY place
     RETURNING webhook_id, lane
   )
   INSERT INTO webhook_lane (workspace_id, webhook_id, lane, pending)
   SELECT $workspace_id::bigint, webhook_id, lane, count(*)::int FROM added GROUP BY webhook_id, lane
    ORDER BY webhook_id, lane
       ON CONFLICT (workspace_id, webhook_id, lane) DO UPDATE SET pending = webhook_lane.pending + excluded.pending,
          due_at = CASE WHEN webhook_lane.pending = 0 THEN now() ELSE webhook_lane.due_at END`,
);

const move = statement(
  "webhook_move_cursors",
  `UPDATE webhook
      SET cursor_at = timestamptz 'epoch' + $micros::bigint * interval '1 microsecond',
          cursor_event_id = $cursor_event_id
    WHERE workspace_id = $workspace_id::bigint AND webhook_id = ANY ($webhook_ids::text[])`,
);

type Filled = RowOf<typeof lock>;

/**
 * Makes deliveries of the events since the last run, a round of one transaction for each organization. Deliveries and
 * cursors are one commit, so a worker that dies in between loses none and repeats none.
 * @param newest leaves out workspaces without an event of the last ten seconds
 * @returns whether there may be more
 */
export async function fanOut(
  { database }: Pick<WorkerServices, "database">,
  signal: AbortSignal,
  newest = false,
): Promise<boolean> {
  let more = false;
  for (const { workspace_id } of await database.sql.query(behind, { limit: WORKSPACES, newest })) {
    if (signal.aborted) return false;
    more = (await fillWorkspace(database, workspace_id, signal)) || more;
  }
  return more;
}

/** @returns whether there were events */
async function fillWorkspace(database: Database, workspaceId: bigint, signal: AbortSignal): Promise<boolean> {
  // In a statement before the one that reads: only so is the trail complete up to there (docs/adr/0009).
  const horizon = await auditHorizon(database.sql, workspaceId, undefined, signal);
  return database.transaction(async ({ sql }) => {
    const webhooks = await sql.query(lock, { workspace_id: workspaceId });
    const first = webhooks.toSorted(byPosition)[0];
    if (first === undefined) return false;
    const events = await eventsAfter(
      sql,
      workspaceId,
      { micros: first.micros, id: first.cursor_event_id },
      horizon,
      EVENTS,
    );
    const last = events.length === EVENTS ? events.at(-1) : undefined;
    const reached = last ?? { micros: horizon, id: "" };
    const deliveries = webhooks.flatMap((webhook) =>
      events.filter((event) => wants(webhook, event)).map((event) => deliveryOf(webhook, event)),
    );
    const column = <Name extends keyof Delivery>(name: Name) => deliveries.map((delivery) => delivery[name]);
    if (deliveries.length > 0)
      await sql.query(insert, {
        workspace_id: workspaceId,
        webhook_ids: column("webhook_id"),
        delivery_ids: column("delivery_id"),
        lanes: column("lane"),
        event_ids: column("event_id"),
        types: column("type"),
        scopes: column("scope"),
        resource_ids: column("resource_id"),
        bodies: column("body"),
      });
    // A cursor never moves back: a webhook that was just switched on is ahead of what was read.
    const passed = webhooks.filter((webhook) => isBefore(webhook, reached)).map(({ webhook_id }) => webhook_id);
    await sql.query(move, {
      workspace_id: workspaceId,
      webhook_ids: passed,
      micros: reached.micros,
      cursor_event_id: reached.id,
    });
    return events.length > 0;
  });
}

function byPosition(one: Filled, other: Filled): number {
  return isBefore(one, { micros: other.micros, id: other.cursor_event_id }) ? -1 : 1;
}

function isBefore(webhook: Filled, { micros, id }: { readonly micros: bigint; readonly id: string }): boolean {
  return webhook.micros < micros || (webhook.micros === micros && webhook.cursor_event_id < id);
}

function wants(webhook: Filled, { micros, id, event, scope }: StoredEvent): boolean {
  return (
    isBefore(webhook, { micros, id }) &&
    webhook.event_scopes.includes(scope) &&
    matchesEventType(webhook.event_types, event.type)
  );
}

type Delivery = ReturnType<typeof deliveryOf>;

function deliveryOf({ webhook_id }: Filled, { event, scope }: StoredEvent) {
  const { event_id, type, resource_id, at } = event;
  const delivery_id = newId("whd");
  const body = JSON.stringify({ type, timestamp: at, data: event });
  return { webhook_id, delivery_id, lane: resource_id ?? delivery_id, event_id, type, scope, resource_id, body };
}

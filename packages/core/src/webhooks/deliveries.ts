import { TEST_EVENT_TYPE, type WebhookAttempt, WebhookDelivery } from "@fulmar/contract";
import { lookup, type RowOf, statement } from "@fulmar/prisma";
import { z } from "zod";
import { olderThan, toPage } from "../query/paging.ts";
import { toTimestamp, wireForm } from "../query/wire-form.ts";
import type { Handler, InWorkspace } from "../request/context.ts";
import { conflict, type DomainError, found } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";

const COLUMNS =
  "delivery_id, webhook_id, event_id, type, resource_id, status, attempt_count, answer_status, next_attempt_at, " +
  "created_at, finished_at";
const OF_WEBHOOK = "workspace_id = $workspace_id::bigint AND webhook_id = $webhook_id";
const VISIBLE = "scope = ANY ($scopes::text[])";

const page = (ofStatus: string) =>
  `SELECT ${COLUMNS} FROM webhook_delivery
    WHERE ${OF_WEBHOOK} AND delivery_id < $after AND ${VISIBLE}${ofStatus}
    ORDER BY delivery_id DESC LIMIT $limit::int`;
const list = statement("webhook_delivery_list", page(""));
const listOfStatus = statement("webhook_delivery_list_of_status", page(" AND status = $status"));

const exists = lookup("webhook_exists", `SELECT enabled FROM webhook WHERE ${OF_WEBHOOK}`);

const get = lookup(
  "webhook_delivery_get",
  `SELECT ${COLUMNS}, body FROM webhook_delivery WHERE ${OF_WEBHOOK} AND delivery_id = $delivery_id AND ${VISIBLE}`,
);

const status = lookup(
  "webhook_delivery_status",
  `SELECT status FROM webhook_delivery WHERE ${OF_WEBHOOK} AND delivery_id = $delivery_id`,
);

const attempts = statement(
  "webhook_attempt_list",
  `SELECT at, duration_ms, url, request_headers, status, response_headers, response_body, error FROM webhook_attempt
    WHERE ${OF_WEBHOOK} AND delivery_id = $delivery_id ORDER BY number DESC LIMIT 100`,
);

const LANE_BECOMES_DUE = `ON CONFLICT (workspace_id, webhook_id, lane) DO UPDATE SET pending = webhook_lane.pending + 1,
  due_at = CASE WHEN webhook_lane.pending = 0 THEN now() ELSE webhook_lane.due_at END`;
/** While it is locked, nobody switches it off. */
const ENABLED = `hook AS (SELECT workspace_id, webhook_id FROM webhook WHERE ${OF_WEBHOOK} AND enabled FOR SHARE)`;

const insertTest = statement(
  "webhook_test_insert",
  `WITH ${ENABLED}, made AS (
     INSERT INTO webhook_delivery (workspace_id, webhook_id, delivery_id, lane, type, scope, body)
     SELECT h.workspace_id, h.webhook_id, $delivery_id, $delivery_id, '${TEST_EVENT_TYPE}', 'webhook.read', $body
       FROM hook h
     RETURNING workspace_id, ${COLUMNS}
   ), lanes AS (
     INSERT INTO webhook_lane (workspace_id, webhook_id, lane, pending)
     SELECT m.workspace_id, m.webhook_id, m.delivery_id, 1 FROM made m
   )
   SELECT ${COLUMNS} FROM made`,
);

const sendAgain = statement(
  "webhook_delivery_resend",
  `WITH ${ENABLED}, again AS (
     UPDATE webhook_delivery d
        SET status = 'pending', first_attempt_at = NULL, next_attempt_at = NULL, finished_at = NULL
       FROM hook h
      WHERE d.workspace_id = h.workspace_id AND d.webhook_id = h.webhook_id
        AND d.delivery_id = $delivery_id AND d.status <> 'pending'
     RETURNING d.*
   ), lanes AS (
     INSERT INTO webhook_lane (workspace_id, webhook_id, lane, pending) SELECT a.workspace_id, a.webhook_id, a.lane, 1
       FROM again a
     ${LANE_BECOMES_DUE}
   )
   SELECT ${COLUMNS} FROM again`,
);

const toDelivery = wireForm(WebhookDelivery);

const Headers = z.record(z.string(), z.string());

function toAttempt({ at, request_headers, response_headers, ...row }: RowOf<typeof attempts>): WebhookAttempt {
  return {
    ...row,
    at: toTimestamp(at),
    request_headers: Headers.parse(request_headers),
    response_headers: Headers.parse(response_headers),
  };
}

export const listDeliveries: Handler<"webhookDelivery.list"> = async (
  context,
  { webhook_id, limit, cursor, status: wanted },
) => {
  await requireWebhook(context, webhook_id);
  const { sql, workspace, caller } = context;
  const after = olderThan(cursor, "whd");
  const values = { workspace_id: workspace.id, webhook_id, after, scopes: [...caller.scopes], limit: limit + 1 };
  const rows =
    wanted === undefined ? await sql.query(list, values) : await sql.query(listOfStatus, { ...values, status: wanted });
  return toPage(rows, limit, (row) => row.delivery_id, toDelivery);
};

export const getDelivery: Handler<"webhookDelivery.get"> = async ({ sql, workspace, caller }, ids) => {
  const place = { workspace_id: workspace.id, ...ids };
  const row = found(await sql.maybe(get, { ...place, scopes: [...caller.scopes] }), "delivery");
  const made = await sql.query(attempts, place);
  return { ...toDelivery(row), body: row.body, attempts: made.map(toAttempt).toReversed() };
};

/** A delivery of its own lane: it waits for nothing. */
export const testWebhook: Handler<"webhook.test"> = async (context, { webhook_id }) => {
  const { sql, workspace } = context;
  const data = { webhook_id, workspace_id: String(workspace.id) };
  const body = JSON.stringify({ type: TEST_EVENT_TYPE, timestamp: new Date().toISOString(), data });
  const place = { workspace_id: workspace.id, webhook_id, delivery_id: newId("whd") };
  const row = await sql.maybe(insertTest, { ...place, body });
  if (row === undefined) {
    await requireWebhook(context, webhook_id);
    throw switchedOff();
  }
  return toDelivery(row);
};

/** It keeps its place before the later deliveries of its resource. */
export const resendDelivery: Handler<"webhookDelivery.resend"> = async ({ sql, workspace }, ids) => {
  const place = { workspace_id: workspace.id, ...ids };
  const row = await sql.maybe(sendAgain, place);
  if (row !== undefined) return toDelivery(row);
  if (found(await sql.maybe(status, place), "delivery").status === "pending")
    throw conflict("delivery_pending", "The delivery is already on its way; wait until it has ended.");
  throw switchedOff();
};

/** @throws DomainError 404 */
async function requireWebhook({ sql, workspace }: InWorkspace, webhook_id: string): Promise<void> {
  found(await sql.maybe(exists, { workspace_id: workspace.id, webhook_id }), "webhook");
}

function switchedOff(): DomainError {
  return conflict("webhook_disabled", "The webhook is switched off; switch it on first.");
}

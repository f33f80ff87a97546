import { WEBHOOK_LIMITS } from "@fulmar/contract";
import { type Database, type RowOf, statement } from "@fulmar/prisma";
import { Webhook } from "standardwebhooks";
import type { Sealer } from "../request/sealing/sealed-value.ts";
import { DUE, retryDelayMs } from "../work/due.ts";
import { type FairRoom, fairShare, roomValues } from "../work/fair-share.ts";
import type { ReceiverAnswer, Receivers } from "./receiver.ts";
import { openSecrets } from "./secret.ts";
import { switchOffWebhook } from "./switch-off.ts";

/** Longer than a request can take: then another worker may take the lane over. */
const LEASE = "interval '30 seconds'";
const GIVE_UP = `interval '${WEBHOOK_LIMITS.failingHours} hours'`;

const FIRST_RETRY_MS = 5_000;
const MOST_RETRY_MS = 3_600_000;

/** About as many requests of one webhook are under way at a worker. */
const MOST_OF_EACH = 8;

const HAS_ROOM = "w.webhook_id <> ALL ($busy_webhook_ids::text[]) AND (NOT w.slow OR $most_slow::int > 0)";

// First some webhooks, then lanes of each: neither an organization with many webhooks nor a webhook with much to send
// keeps the others waiting.
const claim = statement(
  "webhook_claim",
  `WITH open AS (
     SELECT w.workspace_id, w.webhook_id, w.slow, s.organization_id FROM webhook w
       JOIN workspace s ON s.workspace_id = w.workspace_id
      WHERE w.enabled AND (w.paused_until IS NULL OR w.paused_until <= now()) AND ${HAS_ROOM}
        AND EXISTS (SELECT FROM webhook_lane l
                     WHERE l.webhook_id = w.webhook_id AND l.pending > 0 AND l.due_at <= ${DUE})
   ), drawn AS (
     ${fairShare("open", "random()")}
   ), due AS (
     SELECT w.organization_id, w.slow, l.* FROM drawn w CROSS JOIN LATERAL (
       SELECT d.workspace_id, d.webhook_id, d.lane, row_number() OVER (ORDER BY d.due_at) AS place FROM webhook_lane d
        WHERE d.webhook_id = w.webhook_id AND d.pending > 0 AND d.due_at <= ${DUE} ORDER BY d.due_at
        LIMIT ${MOST_OF_EACH}) l
   ), shared AS (
     ${fairShare("due", "due.place, random()")}
   ), taken AS (
     SELECT l.workspace_id, l.webhook_id, l.lane, s.organization_id, s.slow
       FROM shared s
       JOIN webhook_lane l ON l.workspace_id = s.workspace_id AND l.webhook_id = s.webhook_id AND l.lane = s.lane
      WHERE l.pending > 0 AND l.due_at <= ${DUE} FOR UPDATE OF l SKIP LOCKED
   ), claimed AS (
     UPDATE webhook_lane l SET claim = l.claim + 1, due_at = now() + ${LEASE} FROM taken t
      WHERE l.workspace_id = t.workspace_id AND l.webhook_id = t.webhook_id AND l.lane = t.lane
     RETURNING l.workspace_id, l.webhook_id, l.lane, l.claim, t.organization_id, t.slow
   )
   SELECT c.workspace_id, c.webhook_id, c.lane, c.claim, c.organization_id, c.slow, d.delivery_id, d.body,
          d.attempt_count, w.url, w.sealed_secret,
          CASE WHEN w.old_secret_until > now() THEN w.old_sealed_secret END AS old_sealed_secret,
          coalesce(d.first_attempt_at <= now() - ${GIVE_UP}, false) AS is_last
     FROM claimed c JOIN webhook w ON w.workspace_id = c.workspace_id AND w.webhook_id = c.webhook_id
    CROSS JOIN LATERAL (
      SELECT d.delivery_id, d.body, d.attempt_count, d.first_attempt_at FROM webhook_delivery d
       WHERE d.webhook_id = c.webhook_id AND d.lane = c.lane AND d.status = 'pending' ORDER BY d.number LIMIT 1) d`,
);

const release = statement(
  "webhook_release",
  `UPDATE webhook_lane SET due_at = now()
    WHERE workspace_id = $workspace_id::bigint AND webhook_id = $webhook_id AND lane = $lane AND claim = $claim`,
);

// Only the last claim of the lane ends the delivery, while it holds the lane's lock: events that come meanwhile are
// counted.
const record = statement(
  "webhook_record_attempt",
  `WITH held AS (
     SELECT 1 FROM webhook_lane
      WHERE workspace_id = $workspace_id::bigint AND webhook_id = $webhook_id AND lane = $lane AND claim = $claim
        FOR UPDATE
   ), changed AS (
     UPDATE webhook_delivery SET status = $status, attempt_count = attempt_count + 1,
            first_attempt_at = coalesce(first_attempt_at, $at), answer_status = $answer_status,
            next_attempt_at = CASE WHEN $status = 'pending'
                                   THEN now() + $retry_ms::float8 * interval '1 millisecond' END,
            finished_at = CASE WHEN $status <> 'pending' THEN now() END
      WHERE workspace_id = $workspace_id::bigint AND webhook_id = $webhook_id AND delivery_id = $delivery_id
        AND status = 'pending' AND EXISTS (SELECT FROM held)
     RETURNING status
   ), moved AS (
     UPDATE webhook_lane SET pending = pending - (SELECT count(*)::int FROM changed WHERE status <> 'pending'),
            due_at = CASE WHEN EXISTS (SELECT FROM changed WHERE status = 'pending')
                          THEN now() + $retry_ms::float8 * interval '1 millisecond' ELSE clock_timestamp() END
      WHERE workspace_id = $workspace_id::bigint AND webhook_id = $webhook_id AND lane = $lane AND claim = $claim
        AND EXISTS (SELECT FROM held)
   )
   INSERT INTO webhook_attempt (workspace_id, webhook_id, delivery_id, at, duration_ms, url, request_headers, status,
                                response_headers, response_body, error)
   SELECT d.workspace_id, d.webhook_id, d.delivery_id, $at::timestamptz, $duration_ms::int, $url,
          $request_headers::jsonb, $answer_status::int, $response_headers::jsonb, $response_body, $error
     FROM webhook_delivery d
    WHERE d.workspace_id = $workspace_id::bigint AND d.webhook_id = $webhook_id AND d.delivery_id = $delivery_id`,
);

const pause = statement(
  "webhook_pause",
  `UPDATE webhook SET paused_until = now() + $retry_ms::float8 * interval '1 millisecond'
    WHERE workspace_id = $workspace_id::bigint AND webhook_id = $webhook_id`,
);

const call = statement(
  "webhook_call_slow",
  "UPDATE webhook SET slow = $slow::boolean WHERE workspace_id = $workspace_id::bigint AND webhook_id = $webhook_id",
);

export type ClaimedDelivery = RowOf<typeof claim>;

/** Takes due deliveries, the first of their lanes, as far as there is room. */
export function claimDeliveries(
  { sql }: Pick<Database, "sql">,
  room: FairRoom,
  underWay: readonly ClaimedDelivery[],
): Promise<ClaimedDelivery[]> {
  const webhooks = underWay.map(({ webhook_id }) => webhook_id);
  const busy = [...new Set(webhooks)].filter((id) => webhooks.filter((each) => each === id).length >= MOST_OF_EACH);
  return sql.query(claim, { ...roomValues(room), busy_webhook_ids: busy });
}

/** Remembers whether a receiver took long to answer, or did not. */
export async function callReceiver(
  { sql }: Pick<Database, "sql">,
  { workspace_id, webhook_id }: ClaimedDelivery,
  slow: boolean,
): Promise<void> {
  await sql.query(call, { workspace_id, webhook_id, slow });
}

/** When the signal is aborted, another worker may send the delivery at once. */
export async function deliver(
  database: Database,
  { sealer, receivers }: { readonly sealer: Sealer; readonly receivers: Receivers },
  claimed: ClaimedDelivery,
  signal: AbortSignal,
): Promise<void> {
  const { workspace_id, webhook_id, lane, delivery_id, url, body } = claimed;
  const at = new Date();
  const headers = headersOf(claimed, openSecrets(sealer, claimed), at);
  let answer: ReceiverAnswer;
  try {
    answer = await receivers.post(url, { headers, body }, signal);
  } catch (error) {
    await database.sql.query(release, { workspace_id, webhook_id, lane, claim: claimed.claim });
    throw error;
  }
  const { status, retryMs, ends } = outcomeOf(answer, claimed, at);
  const values = {
    ...{ workspace_id, webhook_id, lane, claim: claimed.claim, delivery_id, url },
    ...{ status, retry_ms: retryMs, at, duration_ms: answer.durationMs },
    request_headers: JSON.stringify(headers),
    answer_status: answer.status,
    response_headers: JSON.stringify(answer.headers),
    response_body: answer.body,
    error: answer.error,
  };
  if (ends === undefined) await database.sql.query(record, values);
  else
    await database.transaction(async ({ sql }) => {
      await sql.query(record, values);
      await switchOffWebhook(sql, claimed, ends);
    });
  // A receiver that says when to come again means all its requests.
  if (status === "pending" && retryAfterMs(answer, at) !== undefined)
    await database.sql.query(pause, { workspace_id, webhook_id, retry_ms: retryMs });
}

/** The headers of Standard Webhooks. After a rotation there are two signatures, and receivers take either. */
function headersOf({ delivery_id, body }: ClaimedDelivery, secrets: readonly string[], at: Date) {
  return {
    "content-type": "application/json",
    "user-agent": "Fulmar-Webhooks",
    "webhook-id": delivery_id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(delivery_id, at, body)).join(" "),
  };
}

interface Outcome {
  readonly status: "pending" | "delivered" | "failed";
  readonly retryMs: number;
  /** Why the webhook is switched off. */
  readonly ends?: "gone" | "failing";
}

function outcomeOf(answer: ReceiverAnswer, { attempt_count, is_last }: ClaimedDelivery, at: Date): Outcome {
  if (answer.error === null) return { status: "delivered", retryMs: 0 };
  if (answer.status === 410) return { status: "failed", retryMs: 0, ends: "gone" };
  if (is_last) return { status: "failed", retryMs: 0, ends: "failing" };
  return { status: "pending", retryMs: retryAfterMs(answer, at) ?? jitteredDelayMs(attempt_count + 1) };
}

/** Between half and all of a delay that doubles, so that receivers that come back are not met by everything at once. */
function jitteredDelayMs(failures: number): number {
  return retryDelayMs(failures, { firstMs: FIRST_RETRY_MS, mostMs: MOST_RETRY_MS }) * (0.5 + Math.random() / 2);
}

/** The delay that `Retry-After` asks for, in seconds or as a date (RFC 9110 §10.2.3), at most an hour. */
function retryAfterMs({ status, headers }: ReceiverAnswer, at: Date): number | undefined {
  const text = headers["retry-after"];
  if (text === undefined || status === null || status < 400) return undefined;
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - at.getTime();
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), MOST_RETRY_MS);
}

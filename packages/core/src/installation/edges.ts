// Edges, and webhooks of all tenants that fail or were switched off.
import { OperatorEdge, OperatorFailingWebhook, OperatorWebhook, WEBHOOK_LIMITS } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import {
  addEdge,
  type ListedEdge,
  listEdges,
  readEdge,
  removeEdge,
  renewEdgeToken,
  servedByEdgeAlone,
  setEdgeLineRate,
} from "../edge/index.ts";
import { olderThan, toPage } from "../query/paging.ts";
import { wireForm } from "../query/wire-form.ts";
import type { Handler } from "../request/context.ts";
import { conflict } from "../request/domain-error.ts";
import { namedBlockers } from "../request/named-blockers.ts";

const shownEdge = wireForm(OperatorEdge.omit({ state: true, servers: true }));

function toEdge(edge: ListedEdge): OperatorEdge {
  return {
    ...shownEdge(edge),
    servers: edge.servers.filter((server) => server !== null),
    state: edge.enrolled_at === null ? "waiting" : edge.connected ? "connected" : "away",
  };
}

export const listEdgesForOperator: Handler<"operatorEdge.list"> = async ({ sql }) =>
  (await listEdges({ sql })).map(toEdge);

export const getEdge: Handler<"operatorEdge.get"> = async ({ sql }, { edge_id }) =>
  toEdge(await readEdge({ sql }, edge_id));

/** The token is only shown in this answer. */
export const createEdge: Handler<"operatorEdge.create"> = async ({ sql }, { line_gbits, ...wanted }) => {
  const { edgeId, token } = await addEdge({ sql }, { ...wanted, line_rate: line_gbits });
  return { ...toEdge(await readEdge({ sql }, edgeId)), token };
};

export const updateEdge: Handler<"operatorEdge.update"> = async ({ sql }, { edge_id: edgeId, line_gbits }) => {
  await setEdgeLineRate({ sql }, { edgeId, lineGbits: line_gbits });
  return toEdge(await readEdge({ sql }, edgeId));
};

/** The token is only shown in this answer. */
export const renewTokenOfEdge: Handler<"operatorEdge.renewToken"> = async ({ sql }, { edge_id }) => {
  const { token } = await renewEdgeToken({ sql }, edge_id);
  return { ...toEdge(await readEdge({ sql }, edge_id)), token };
};

/** The reason is in the trail. */
export const removeEdgeForOperator: Handler<"operatorEdge.remove"> = async ({ sql }, { edge_id, force }) => {
  await readEdge({ sql }, edge_id);
  const served = force ? [] : await servedByEdgeAlone({ sql }, edge_id);
  if (served.length > 0)
    throw conflict(
      "edge_in_use",
      `No other connected edge serves what this one does: ${namedBlockers(served)}. Add another edge first, or remove it by force.`,
      served,
    );
  await removeEdge({ sql }, edge_id);
  return { edge_id };
};

const list = statement(
  "operator_webhook_list",
  `SELECT h.webhook_id, h.name, h.url, h.workspace_id::text, w.name AS workspace_name, w.organization_id,
          g.name AS organization_name, h.disabled_reason, h.disabled_at, last.status AS last_status,
          last.error AS last_error
     FROM (SELECT * FROM webhook WHERE disabled_reason IS NOT NULL AND webhook_id < $before
            ORDER BY webhook_id DESC LIMIT $limit) AS h
     JOIN workspace w USING (workspace_id)
     JOIN organization g ON g.organization_id = w.organization_id
     LEFT JOIN LATERAL (
       SELECT a.status, a.error
         FROM (SELECT d.workspace_id, d.webhook_id, d.delivery_id FROM webhook_delivery d
                WHERE d.workspace_id = h.workspace_id AND d.webhook_id = h.webhook_id AND d.status = 'failed'
                ORDER BY d.delivery_id DESC LIMIT 1) AS newest
         JOIN webhook_attempt a USING (workspace_id, webhook_id, delivery_id)
        ORDER BY a.number DESC LIMIT 1
     ) AS last ON true
    ORDER BY h.webhook_id DESC LIMIT $limit`,
);

const shownWebhook = wireForm(OperatorWebhook.omit({ host: true }));

export const listWebhooksForOperator: Handler<"operatorWebhook.list"> = async ({ sql }, { limit, cursor }) => {
  const rows = await sql.query(list, { before: olderThan(cursor, "whk"), limit: limit + 1 });
  return toPage(
    rows,
    limit,
    ({ webhook_id }) => webhook_id,
    ({ url, ...row }) => ({ ...shownWebhook(row), host: new URL(url).host }),
  );
};

/** A delivery that was tried and not accepted. */
const FAILING = "d.status = 'pending' AND d.first_attempt_at IS NOT NULL";
const WHOSE = `h.webhook_id, h.name, h.url, h.workspace_id::text, w.name AS workspace_name, w.organization_id,
          g.name AS organization_name`;
const LAST_ATTEMPT = `LEFT JOIN LATERAL (
       SELECT a.status, a.error FROM webhook_attempt a
        WHERE a.workspace_id = d.workspace_id AND a.webhook_id = d.webhook_id AND a.delivery_id = d.delivery_id
        ORDER BY a.number DESC LIMIT 1
     ) AS last ON true`;
const SINCE = "coalesce(d.first_attempt_at, d.created_at)";
const SHOWN = `${WHOSE}, ${SINCE} AS failing_since, d.attempt_count AS attempts,
          last.status AS last_status, last.error AS last_error, d.next_attempt_at,
          ${SINCE} + interval '${WEBHOOK_LIMITS.failingHours} hours' AS switched_off_at`;

/** The next webhook that fails, with the delivery that has failed for the longest time: one row of an index. */
const nextBefore = (webhookId: string) => `SELECT d.* FROM webhook_delivery d
         WHERE ${FAILING} AND d.webhook_id < ${webhookId} ORDER BY d.webhook_id DESC, d.first_attempt_at LIMIT 1`;
const ENDS_SOON = (delivery: string) => `coalesce(${delivery}.first_attempt_at <= $since::timestamptz, true)`;

// A webhook may have as many failing deliveries as resources, so the index is followed from webhook to webhook.
const listFailing = statement(
  "operator_webhook_list_failing",
  `WITH RECURSIVE failing AS (
     SELECT first.webhook_id, first.workspace_id, first.delivery_id, ${ENDS_SOON("first")} AS shown,
            ${ENDS_SOON("first")}::int AS number
       FROM (${nextBefore("$before")}) AS first
      UNION ALL
     SELECT next.webhook_id, next.workspace_id, next.delivery_id, ${ENDS_SOON("next")},
            f.number + ${ENDS_SOON("next")}::int
       FROM failing f CROSS JOIN LATERAL (${nextBefore("f.webhook_id")}) AS next
      WHERE f.number < $limit
   )
   SELECT ${SHOWN}
     FROM failing f
     JOIN webhook_delivery d ON d.workspace_id = f.workspace_id AND d.webhook_id = f.webhook_id
      AND d.delivery_id = f.delivery_id
     JOIN webhook h ON h.workspace_id = f.workspace_id AND h.webhook_id = f.webhook_id
     JOIN workspace w ON w.workspace_id = h.workspace_id
     JOIN organization g ON g.organization_id = w.organization_id
     ${LAST_ATTEMPT}
    WHERE f.shown ORDER BY h.webhook_id DESC`,
);

const listFailingOf = statement(
  "operator_webhook_list_failing_of",
  `SELECT ${SHOWN}
     FROM workspace w
     JOIN organization g ON g.organization_id = w.organization_id
     JOIN webhook h ON h.workspace_id = w.workspace_id AND h.webhook_id < $before
    CROSS JOIN LATERAL (SELECT d.* FROM webhook_delivery d
                         WHERE ${FAILING} AND d.webhook_id = h.webhook_id ORDER BY d.first_attempt_at LIMIT 1) AS d
     ${LAST_ATTEMPT}
    WHERE w.organization_id = $organization_id AND ${ENDS_SOON("d")}
    ORDER BY h.webhook_id DESC LIMIT $limit`,
);

const shownFailing = wireForm(OperatorFailingWebhook.omit({ host: true }));
const HOUR_MS = 3_600_000;

export const listFailingWebhooks: Handler<"operatorWebhook.failing"> = async (
  { sql },
  { limit, cursor, organization_id, switched_off_within_hours: hours },
) => {
  const before = olderThan(cursor, "whk");
  const longest = WEBHOOK_LIMITS.failingHours;
  const since = hours === undefined ? null : new Date(Date.now() - (longest - hours) * HOUR_MS);
  const page = { before, since, limit: limit + 1 };
  const rows = await (organization_id === undefined
    ? sql.query(listFailing, page)
    : sql.query(listFailingOf, { ...page, organization_id }));
  return toPage(
    rows,
    limit,
    ({ webhook_id }) => webhook_id,
    ({ url, ...row }) => ({ ...shownFailing(row), host: new URL(url).host }),
  );
};

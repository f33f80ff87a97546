// Edges, and webhooks of all tenants that were switched off.
import { OperatorEdge, OperatorWebhook } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import { listEdges } from "../edge/index.ts";
import { decodeCursor, toPage } from "../query/paging.ts";
import { wireForm } from "../query/wire-form.ts";
import type { Handler } from "../request/context.ts";

const shownEdge = wireForm(OperatorEdge.omit({ state: true, servers: true }));

export const listEdgesForOperator: Handler<"operatorEdge.list"> = async ({ sql }) =>
  (await listEdges({ sql })).map((edge) => ({
    ...shownEdge(edge),
    servers: edge.servers.filter((server) => server !== null),
    state: edge.enrolled_at === null ? "waiting" : edge.connected ? "connected" : "away",
  }));

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
  const rows = await sql.query(list, { before: decodeCursor(cursor, "whk") ?? "whk_z", limit: limit + 1 });
  return toPage(
    rows,
    limit,
    ({ webhook_id }) => webhook_id,
    ({ url, ...row }) => ({ ...shownWebhook(row), host: new URL(url).host }),
  );
};

// The installation at a glance, for those who run it.
import { statement } from "@fulmar/prisma";
import { CURRENCY_COLUMN } from "../billing/index.ts";
import { setUpSteps } from "../catalog/index.ts";
import type { Handler } from "../request/context.ts";
import { healthAtAGlance } from "./health.ts";

// Failures are counted along an index that begins with the workspace. Income is read off the balances: the entries of an
// organization come one after the other, and its hours in their order, so what it used since its first hour of the month is
// what the balance has lost since then, apart from entries that are no usage. That costs a probe of an index for each
// workspace and three for each organization, however many hours the month has had.
const overview = statement(
  "operator_overview",
  `SELECT (SELECT count(*)::int FROM organization) AS organizations,
          (SELECT count(*)::int FROM wallet WHERE suspended_at IS NOT NULL) AS suspended_organizations,
          (SELECT count(*)::int FROM "user") AS people,
          (SELECT count(*)::int FROM operator) AS operators,
          (SELECT count(*)::int FROM operator_token WHERE revoked_at IS NULL AND expires_at > now()) AS operator_tokens,
          plans.sold AS plans_sold, plans.retired AS plans_retired,
          (SELECT coalesce(jsonb_agg(jsonb_build_object('site_id', s.site_id, 'name', s.name, 'state',
                    CASE WHEN f.fenced_at IS NOT NULL THEN 'fenced' WHEN s.closed_at IS NOT NULL THEN 'closed'
                         ELSE 'open' END) ORDER BY s.position), '[]')
             FROM site s LEFT JOIN site_fence f ON f.provider = s.provider WHERE s.removed_at IS NULL) AS sites,
          work.failed AS failed_operations, going.waiting AS waiting_operations, going.held AS held_operations,
          (SELECT count(*)::int FROM quota_request WHERE status = 'open') AS open_quota_requests,
          (SELECT count(*)::int FROM payment WHERE dispute_state = 'open') AS disputed_payments,
          (SELECT count(*)::int FROM mail
            WHERE sent_at IS NULL AND given_up_at IS NULL AND expires_at > now()) AS waiting_mails,
          income.amount::text AS income, ${CURRENCY_COLUMN}
     FROM (SELECT count(*) FILTER (WHERE retired_at IS NULL AND site_ids <> '{}')::int AS sold,
                  count(*) FILTER (WHERE retired_at IS NOT NULL)::int AS retired FROM plan) AS plans,
          (SELECT count(*)::int AS waiting, count(*) FILTER (WHERE held_at IS NOT NULL)::int AS held
             FROM operation WHERE finished_at IS NULL) AS going,
          (SELECT coalesce(sum(failures.count), 0)::int AS failed
             FROM workspace w
            CROSS JOIN LATERAL (
               SELECT count(*) FROM operation o
                WHERE o.workspace_id = w.workspace_id AND o.status IN ('failed', 'timed_out')
                  AND o.finished_at > now() - interval '1 hour') AS failures) AS work,
          (SELECT trim_scale(coalesce(sum(begun.balance_after - begun.amount - w.balance + others.amount), 0)) AS amount
             FROM (SELECT w.organization_id, min(hour.entry_number) AS entry_number FROM workspace w
                    CROSS JOIN LATERAL (
                       SELECT e.entry_number FROM ledger_entry e
                        WHERE e.kind = 'usage' AND e.workspace_id = w.workspace_id
                          AND e.reference >= to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM')
                        ORDER BY e.reference LIMIT 1) AS hour
                    GROUP BY w.organization_id) AS first
             JOIN ledger_entry begun USING (organization_id, entry_number)
             JOIN wallet w USING (organization_id)
            CROSS JOIN LATERAL (
               SELECT coalesce(sum(e.amount), 0) AS amount FROM ledger_entry e
                WHERE e.organization_id = first.organization_id AND e.entry_number > first.entry_number
                  AND e.kind <> 'usage') AS others) AS income`,
  { present: ["currency"] },
);

export const getOperatorOverview: Handler<"operatorOverview.get"> = async ({ sql }) => {
  const [counts, health, set_up] = await Promise.all([sql.one(overview), healthAtAGlance(sql), setUpSteps({ sql })]);
  return { ...counts, health, set_up };
};

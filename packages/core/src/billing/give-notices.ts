import { type Database, type Sql, statement } from "@fulmar/prisma";
import { tellOfBudget } from "../mail/index.ts";
import { newId } from "../request/identifiers.ts";
import { auditMove } from "../work/audit-move.ts";
import { CURRENCY } from "./currency.ts";
import { monthCost } from "./month-cost.ts";

/** The organizations of one transaction. */
const BATCH = 200;

const MONTH = "to_char(coalesce($now::timestamptz, now()) AT TIME ZONE 'UTC', 'YYYY-MM')";

const batch = statement(
  "budget_batch",
  `SELECT DISTINCT organization_id FROM budget WHERE organization_id > $last ORDER BY organization_id
    LIMIT $limit::int`,
);

// The key of a notice is what makes it the only one: who comes second, or again after a crash, inserts nothing and
// tells nobody. Of the thresholds of one basis that are reached together, the highest is told. A forecast warns ahead:
// it is silent about what is spent already. That VMs are stopped is told even where no threshold says so.
const note = statement(
  "budget_notice_give",
  `WITH cost AS MATERIALIZED (
     SELECT w.organization_id, w.workspace_id, cost.spent, cost.expected
       FROM workspace w JOIN meter m ON m.organization_id = w.organization_id
      CROSS JOIN ${monthCost("coalesce($now::timestamptz, now())")} AS cost
      WHERE w.organization_id = ANY ($organization_ids::text[])
   ), standing AS (
     SELECT b.organization_id, b.budget_id, b.name, b.workspace_id, b.amount, b.forecast_thresholds, b.at_cap,
            CASE WHEN b.at_cap = 'refuse_and_stop' THEN array_append(array_remove(b.thresholds, 100), 100)
                 ELSE b.thresholds END AS thresholds,
            sum(cost.spent) AS spent, sum(cost.expected) AS expected
       FROM budget b
       JOIN cost ON cost.organization_id = b.organization_id
        AND (b.workspace_id IS NULL OR cost.workspace_id = b.workspace_id)
      GROUP BY b.organization_id, b.budget_id
   ), reached AS (
     SELECT s.organization_id, s.budget_id, 'spent' AS basis, t.percent
       FROM standing s CROSS JOIN unnest(s.thresholds) AS t (percent) WHERE s.spent * 100 >= s.amount * t.percent
      UNION ALL
     SELECT s.organization_id, s.budget_id, 'expected', t.percent
       FROM standing s CROSS JOIN unnest(s.forecast_thresholds) AS t (percent)
      WHERE s.expected * 100 >= s.amount * t.percent AND s.spent * 100 < s.amount * t.percent
   ), noted AS (
     INSERT INTO budget_notice (organization_id, budget_id, month, basis, percent)
     SELECT r.organization_id, r.budget_id, ${MONTH}, r.basis, r.percent FROM reached r ORDER BY 1, 2, 4, 5
         ON CONFLICT DO NOTHING RETURNING organization_id, budget_id, basis, percent
   ), highest AS (
     SELECT s.organization_id, s.budget_id, s.name, s.workspace_id, s.amount, s.at_cap, s.spent, s.expected,
            n.basis, max(n.percent) AS percent
       FROM noted n JOIN standing s ON s.organization_id = n.organization_id AND s.budget_id = n.budget_id
      GROUP BY s.organization_id, s.budget_id, s.name, s.workspace_id, s.amount, s.at_cap, s.spent, s.expected,
               n.basis
   ), told AS (
     ${tellOfBudget("highest", CURRENCY)}
   )
   SELECT w.workspace_id, h.budget_id, h.basis, h.percent
     FROM highest h
     JOIN workspace w ON w.organization_id = h.organization_id AND w.deleted_at IS NULL
      AND (h.workspace_id IS NULL OR w.workspace_id = h.workspace_id)`,
);

// The events of a budget of the organization are in each of its workspaces, since webhooks are of workspaces.
const tell = statement(
  "budget_notice_tell",
  `WITH moved AS (
     SELECT * FROM unnest($workspace_ids::bigint[], $budget_ids::text[], $bases::text[], $percents::int[],
                          $audit_event_ids::text[])
                AS given (workspace_id, budget_id, basis, percent, event_id)
   )
   ${auditMove("moved", {
     actor: "budget-notices",
     action: "CASE moved.basis WHEN 'spent' THEN 'budget.threshold_reached' ELSE 'budget.forecast_reached' END",
     resource: "budget_id",
     id: "moved.event_id",
     detail: "moved.percent || ' percent'",
   })}`,
);

/**
 * Gives notice of the budgets whose thresholds are reached: by mail and as an event, in the transaction that notes it.
 * So each threshold gives notice once a month, by whichever worker comes first.
 * @param options.now replaces the database's clock
 */
export async function giveBudgetNotices(
  database: Pick<Database, "sql" | "transaction">,
  { now = null, signal }: { readonly now?: Date | null; readonly signal?: AbortSignal } = {},
): Promise<void> {
  let organizations: string[];
  let last = "";
  do {
    organizations = (await database.sql.query(batch, { last, limit: BATCH })).map((row) => row.organization_id);
    const found = organizations;
    if (found.length > 0) await database.transaction(({ sql }) => giveNotices(sql, found, now));
    last = organizations.at(-1) ?? last;
  } while (organizations.length === BATCH && !signal?.aborted);
}

async function giveNotices(sql: Sql, organizations: readonly string[], now: Date | null): Promise<void> {
  const given = await sql.query(note, { now, organization_ids: organizations });
  if (given.length === 0) return;
  await sql.query(tell, {
    workspace_ids: given.map(({ workspace_id }) => workspace_id),
    budget_ids: given.map(({ budget_id }) => budget_id),
    bases: given.map(({ basis }) => basis),
    percents: given.map(({ percent }) => percent),
    audit_event_ids: given.map(() => newId("aud")),
  });
}

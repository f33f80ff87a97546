import { Budget } from "@fulmar/contract";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { auditChange, auditChangeValues } from "../audit/index.ts";
import { olderThan, toPage } from "../query/paging.ts";
import { wireForm } from "../query/wire-form.ts";
import type { Handler, RequestContext } from "../request/context.ts";
import { DomainError, foundInOrganization } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { CURRENCY_COLUMN } from "./currency.ts";
import { monthCost } from "./month-cost.ts";

/** The budgets that `$token_id` may see: a token of specific workspaces has those of its workspaces alone. */
const REACHED = `b.organization_id = $organization_id
     AND NOT EXISTS (SELECT FROM api_token t WHERE t.token_id = $token_id AND t.workspace_policy = 'specific_workspaces'
                        AND (b.workspace_id IS NULL OR b.workspace_id <> ALL (t.workspace_ids)))`;
const ONE = `${REACHED} AND b.budget_id = $budget_id`;

/** Budgets with their month. Each workspace is counted once, however many budgets have it. */
const standing = (which: string, end: string) => `
  WITH cost AS MATERIALIZED (
    SELECT w.workspace_id, cost.spent, cost.expected
      FROM workspace w JOIN meter m ON m.organization_id = w.organization_id CROSS JOIN ${monthCost("now()")} AS cost
     WHERE w.organization_id = $organization_id
  )
  SELECT b.budget_id, b.name, b.workspace_id::text, trim_scale(b.amount)::text AS amount, b.thresholds,
         b.forecast_thresholds, b.at_cap, b.stop, ${CURRENCY_COLUMN},
         to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM') AS month, trim_scale(coalesce(sum(cost.spent), 0))::text AS spent,
         trim_scale(coalesce(sum(cost.expected), 0))::text AS expected, b.created_at, b.updated_at,
         (SELECT coalesce(jsonb_agg(jsonb_build_object('basis', n.basis, 'percent', n.percent,
                   'at',
                   to_char(n.at AT TIME ZONE 'UTC',
                           'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ORDER BY n.at, n.basis DESC, n.percent), '[]')
            FROM budget_notice n
           WHERE n.organization_id = b.organization_id AND n.budget_id = b.budget_id
             AND n.month = to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM')) AS reached,
         (SELECT coalesce(jsonb_agg(jsonb_build_object('workspace_id', s.workspace_id::text, 'vm_id', s.vm_id,
                   'stopped_at', to_char(s.stopped_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
                   ORDER BY s.rank, s.vm_id), '[]')
            FROM budget_stop s
           WHERE s.organization_id = b.organization_id AND s.budget_id = b.budget_id) AS stopped,
         (SELECT coalesce(jsonb_agg(jsonb_build_object('workspace_id', s.workspace_id::text,
                   'vm_group_id', s.vm_group_id,
                   'stopped_at', to_char(s.stopped_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
                   ORDER BY s.rank, s.vm_group_id), '[]')
            FROM budget_group_stop s
           WHERE s.organization_id = b.organization_id AND s.budget_id = b.budget_id) AS stopped_groups
    FROM budget b LEFT JOIN cost ON b.workspace_id IS NULL OR cost.workspace_id = b.workspace_id
   WHERE ${which}
   GROUP BY b.organization_id, b.budget_id ${end}`;

const list = statement(
  "budget_list",
  standing(`${REACHED} AND b.budget_id < $after`, "ORDER BY b.budget_id DESC LIMIT $limit::int"),
  { present: ["month", "currency"] },
);

const get = statement("budget_get", standing(ONE, ""), { present: ["month", "currency"] });

const insert = statement(
  "budget_insert",
  `WITH changed AS (
     INSERT INTO budget (organization_id, budget_id, name, workspace_id, amount, thresholds, forecast_thresholds,
                         at_cap, stop)
     VALUES ($organization_id, $budget_id, $name, $workspace_id::bigint, $amount::numeric, $thresholds::int[],
             $forecast_thresholds::int[], $at_cap, $stop::jsonb)
     RETURNING organization_id, budget_id, name
   )
   ${auditChange("budget.create", { resource: "changed.budget_id", detail: "changed.name" })}`,
);

const update = statement(
  "budget_update",
  `WITH changed AS (
     UPDATE budget b SET name = coalesce($name, b.name), amount = coalesce($amount::numeric, b.amount),
            thresholds = coalesce($thresholds::int[], b.thresholds),
            forecast_thresholds = coalesce($forecast_thresholds::int[], b.forecast_thresholds),
            at_cap = coalesce($at_cap, b.at_cap), stop = coalesce($stop::jsonb, b.stop), updated_at = now()
      WHERE ${ONE} RETURNING b.organization_id, b.budget_id, b.name
   ), audited AS (
     ${auditChange("budget.update", { resource: "changed.budget_id", detail: "changed.name" })}
   )
   SELECT budget_id FROM changed`,
);

const remove = statement(
  "budget_delete",
  `WITH changed AS (
     DELETE FROM budget b WHERE ${ONE} RETURNING b.organization_id, b.budget_id, b.name
   ), audited AS (
     ${auditChange("budget.delete", { resource: "changed.budget_id", detail: "changed.name" })}
   )
   SELECT budget_id FROM changed`,
);

export const listBudgets: Handler<"budget.list"> = async ({ sql, workspace, caller }, { limit, cursor }) => {
  const rows = await sql.query(list, {
    organization_id: workspace.organizationId,
    token_id: caller.id,
    after: olderThan(cursor, "bdg"),
    limit: limit + 1,
  });
  return toPage(rows, limit, (row) => row.budget_id, toBudget);
};

export const getBudget: Handler<"budget.get"> = (context, { budget_id }) => readBudget(context, budget_id);

/** The database refuses a name that is taken, and one budget too many. */
export const createBudget: Handler<"budget.create"> = async (context, given) => {
  const { sql, workspace, caller } = context;
  const { name, covers, amount, thresholds, forecast_thresholds, at_cap, stop } = given;
  if (covers === "organization" && caller.confined) throw organizationOutOfReach();
  const id = newId("bdg");
  await sql.query(insert, {
    organization_id: workspace.organizationId,
    budget_id: id,
    name,
    workspace_id: covers === "workspace" ? workspace.id : null,
    amount,
    thresholds: inOrder(thresholds),
    forecast_thresholds: inOrder(forecast_thresholds),
    at_cap,
    stop: JSON.stringify(stop),
    ...auditChangeValues(context.actor()),
  });
  return readBudget(context, id);
};

export const updateBudget: Handler<"budget.update"> = async (context, { budget_id, ...changes }) => {
  const { name, amount, thresholds, forecast_thresholds, at_cap, stop } = changes;
  const updated = await context.sql.maybe(update, {
    ...placeOf(context, budget_id),
    ...{ name, amount, at_cap, stop: stop && JSON.stringify(stop) },
    thresholds: thresholds && inOrder(thresholds),
    forecast_thresholds: forecast_thresholds && inOrder(forecast_thresholds),
    ...auditChangeValues(context.actor()),
  });
  foundInOrganization(updated, "budget");
  return readBudget(context, budget_id);
};

/** Its notices go with it. What it stopped is started by the next run of `follow-budgets`. */
export const deleteBudget: Handler<"budget.delete"> = async (context, { budget_id }) => {
  const values = { ...placeOf(context, budget_id), ...auditChangeValues(context.actor()) };
  foundInOrganization(await context.sql.maybe(remove, values), "budget");
  return { status: "deleted", id: budget_id };
};

/** @throws DomainError 404 when the organization has no such budget, or the caller may not see it */
async function readBudget(context: Asking & { readonly sql: Sql }, id: string) {
  return toBudget(foundInOrganization(await context.sql.maybe(get, placeOf(context, id)), "budget"));
}

type Asking = Pick<RequestContext, "workspace" | "caller">;

function placeOf({ workspace, caller }: Asking, budgetId: string) {
  return { organization_id: workspace.organizationId, token_id: caller.id, budget_id: budgetId };
}

const shown = wireForm(
  Budget.omit({ covers: true, at_cap: true, stop: true, stopped: true, stopped_groups: true, reached: true }),
);

function toBudget(row: RowOf<typeof get>): Budget {
  return {
    ...shown(row),
    covers: row.workspace_id === null ? "organization" : "workspace",
    at_cap: Budget.shape.at_cap.parse(row.at_cap),
    stop: Budget.shape.stop.parse(row.stop),
    stopped: Budget.shape.stopped.parse(row.stopped),
    stopped_groups: Budget.shape.stopped_groups.parse(row.stopped_groups),
    reached: Budget.shape.reached.parse(row.reached),
  };
}

function inOrder(percents: readonly number[]): number[] {
  return percents.toSorted((one, other) => one - other);
}

function organizationOutOfReach(): DomainError {
  return new DomainError(
    "forbidden",
    "A budget of the organization counts all workspaces, and this token is of specific ones; use a token of " +
      "the entire organization, or create a budget that covers the workspace.",
    { code: "workspace_policy" },
  );
}

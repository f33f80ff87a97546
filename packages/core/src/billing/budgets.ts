import { Budget } from "@fulmar/contract";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { auditChange, auditChangeValues } from "../audit/index.ts";
import { decodeCursor, toPage } from "../query/paging.ts";
import { toTimestamp } from "../query/timestamp.ts";
import type { Handler, RequestContext } from "../request/context.ts";
import { DomainError, notFoundInOrganization } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { monthCost } from "./month-cost.ts";
import { CURRENCY } from "./price-list.ts";

/** True of a budget that the caller may see: a token of specific workspaces has those of its workspaces alone. */
const inReach = (caller: string) =>
  `NOT EXISTS (SELECT FROM api_token t WHERE t.token_id = ${caller} AND t.workspace_policy = 'specific_workspaces'
     AND (b.workspace_id IS NULL OR b.workspace_id <> ALL (t.workspace_ids)))`;

/** Budgets with their month. Each workspace is counted once, however many budgets have it. */
const standing = (which: string, end: string) => `
  WITH cost AS MATERIALIZED (
    SELECT w.workspace_id, cost.spent, cost.expected
      FROM workspace w JOIN meter m ON m.organization_id = w.organization_id CROSS JOIN ${monthCost("now()")} AS cost
     WHERE w.organization_id = $1
  )
  SELECT b.budget_id, b.name, b.workspace_id::text, trim_scale(b.amount)::text AS amount, b.thresholds, b.forecast_thresholds,
         to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM') AS month, trim_scale(coalesce(sum(cost.spent), 0))::text AS spent,
         trim_scale(coalesce(sum(cost.expected), 0))::text AS expected, b.created_at, b.updated_at,
         (SELECT coalesce(jsonb_agg(jsonb_build_object('basis', n.basis, 'percent', n.percent,
                   'at', to_char(n.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ORDER BY n.at, n.basis DESC, n.percent), '[]')
            FROM budget_notice n
           WHERE n.organization_id = b.organization_id AND n.budget_id = b.budget_id AND n.month = to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM')) AS reached
    FROM budget b LEFT JOIN cost ON b.workspace_id IS NULL OR cost.workspace_id = b.workspace_id
   WHERE b.organization_id = $1 AND ${inReach("$2")} AND ${which}
   GROUP BY b.organization_id, b.budget_id ${end}`;

const list = statement(
  "budget_list",
  standing("($3::text IS NULL OR b.budget_id < $3)", "ORDER BY b.budget_id DESC LIMIT $4::int"),
  { present: ["month"] },
);

const get = statement("budget_get", standing("b.budget_id = $3", ""), { present: ["month"] });

const insert = statement(
  "budget_insert",
  `WITH changed AS (
     INSERT INTO budget (organization_id, budget_id, name, workspace_id, amount, thresholds, forecast_thresholds)
     VALUES ($1, $2, $3, $4::bigint, $5::numeric, $6::int[], $7::int[]) RETURNING organization_id, budget_id, name
   )
   ${auditChange("budget.create", { resource: "changed.budget_id", detail: "changed.name", first: 8 })}`,
);

const update = statement(
  "budget_update",
  `WITH changed AS (
     UPDATE budget b SET name = coalesce($4, b.name), amount = coalesce($5::numeric, b.amount), thresholds = coalesce($6::int[], b.thresholds),
            forecast_thresholds = coalesce($7::int[], b.forecast_thresholds), updated_at = now()
      WHERE b.organization_id = $1 AND ${inReach("$2")} AND b.budget_id = $3 RETURNING b.organization_id, b.budget_id, b.name
   ), audited AS (
     ${auditChange("budget.update", { resource: "changed.budget_id", detail: "changed.name", first: 8 })}
   )
   SELECT budget_id FROM changed`,
);

const remove = statement(
  "budget_delete",
  `WITH changed AS (
     DELETE FROM budget b WHERE b.organization_id = $1 AND ${inReach("$2")} AND b.budget_id = $3 RETURNING b.organization_id, b.budget_id, b.name
   ), audited AS (
     ${auditChange("budget.delete", { resource: "changed.budget_id", detail: "changed.name", first: 4 })}
   )
   SELECT budget_id FROM changed`,
);

export const listBudgets: Handler<"budget.list"> = async ({ sql, workspace, caller }, { limit, cursor }) => {
  const after = decodeCursor(cursor, "bdg") ?? null;
  const rows = await sql.query(list, [workspace.organizationId, caller.id, after, limit + 1]);
  return toPage(rows, limit, (row) => row.budget_id, toBudget);
};

export const getBudget: Handler<"budget.get"> = (context, { budget_id }) => readBudget(context, budget_id);

/** The database refuses a name that is taken, and one budget too many. */
export const createBudget: Handler<"budget.create"> = async (context, given) => {
  const { sql, workspace, caller } = context;
  const { name, covers, amount, thresholds, forecast_thresholds } = given;
  if (covers === "organization" && caller.confined) throw organizationOutOfReach();
  const id = newId("bdg");
  const of = covers === "workspace" ? workspace.id : null;
  const percents = [inOrder(thresholds), inOrder(forecast_thresholds)] as const;
  const values = [workspace.organizationId, id, name, of, amount, ...percents] as const;
  await sql.query(insert, [...values, ...auditChangeValues(context.actor())]);
  return readBudget(context, id);
};

export const updateBudget: Handler<"budget.update"> = async (context, { budget_id, ...changes }) => {
  const { sql, workspace, caller } = context;
  const { name = null, amount = null, thresholds, forecast_thresholds } = changes;
  const percents = [thresholds, forecast_thresholds].map((given) => (given === undefined ? null : inOrder(given)));
  const [actual = null, forecast = null] = percents;
  const which = [workspace.organizationId, caller.id, budget_id] as const;
  const values = [...which, name, amount, actual, forecast] as const;
  if ((await sql.query(update, [...values, ...auditChangeValues(context.actor())])).length === 0)
    throw notFoundInOrganization("budget");
  return readBudget(context, budget_id);
};

/** Its notices go with it. */
export const deleteBudget: Handler<"budget.delete"> = async (context, { budget_id }) => {
  const { sql, workspace, caller } = context;
  const values = [workspace.organizationId, caller.id, budget_id] as const;
  if ((await sql.query(remove, [...values, ...auditChangeValues(context.actor())])).length === 0)
    throw notFoundInOrganization("budget");
  return { status: "deleted", id: budget_id };
};

/** @throws DomainError 404 when the organization has no such budget, or the caller may not see it */
async function readBudget(context: Pick<RequestContext, "workspace" | "caller"> & { readonly sql: Sql }, id: string) {
  const { sql, workspace, caller } = context;
  const [row] = await sql.query(get, [workspace.organizationId, caller.id, id]);
  if (row === undefined) throw notFoundInOrganization("budget");
  return toBudget(row);
}

function toBudget({ reached, created_at, updated_at, ...row }: RowOf<typeof get>): Budget {
  return {
    ...row,
    covers: row.workspace_id === null ? "organization" : "workspace",
    currency: CURRENCY,
    reached: Budget.shape.reached.parse(reached),
    created_at: toTimestamp(created_at),
    updated_at: toTimestamp(updated_at),
  };
}

function inOrder(percents: readonly number[]): number[] {
  return percents.toSorted((one, other) => one - other);
}

function organizationOutOfReach(): DomainError {
  return new DomainError(
    "forbidden",
    "A budget of the organization counts all workspaces, and this token is of specific ones; use a token of the entire organization, or create a budget that covers the workspace.",
    { code: "workspace_policy" },
  );
}

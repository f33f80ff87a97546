import { Approval, ChangePlan, type Operation, type OperationId, operationById } from "@fulmar/contract";
import { lookup, type RowOf, type Sql, statement } from "@fulmar/prisma";
import { olderThan, toPage } from "../query/paging.ts";
import { wireForm } from "../query/wire-form.ts";
import type { Handler } from "../request/context.ts";
import { found } from "../request/domain-error.ts";
import type { Entry } from "../request/door/door.ts";

/** The worker ends what has expired a little later. */
const STATUS =
  "CASE WHEN status IN ('pending', 'approved') AND expires_at <= now() THEN 'expired' ELSE status END AS status";
const COLUMNS = `approval_id, ${STATUS}, token_id, token_name, operation, path, resource_id, created_at, expires_at,
  first_approved_by, first_approved_by_name, decided_by, decided_by_name, decided_at, reason,
  outcome_status, outcome_code, outcome_detail, differences`;
const NEXT = "approval_id < $after ORDER BY approval_id DESC LIMIT $limit::int";

const list = statement(
  "approval_list",
  `SELECT ${COLUMNS} FROM approval WHERE workspace_id = $workspace_id::bigint AND ${NEXT}`,
);
const listOfStatus = statement(
  "approval_list_of_status",
  `SELECT ${COLUMNS} FROM approval
    WHERE workspace_id = $workspace_id::bigint AND status = $status
      AND (status NOT IN ('pending', 'approved') OR expires_at > now()) AND ${NEXT}`,
);
const listOfToken = statement(
  "approval_list_of_token",
  `SELECT ${COLUMNS} FROM approval
    WHERE workspace_id = $workspace_id::bigint AND token_id = $token_id
      AND ($status::text IS NULL OR status = $status AND (status NOT IN ('pending', 'approved') OR expires_at > now()))
      AND ${NEXT}`,
);

const get = lookup(
  "approval_get",
  `SELECT ${COLUMNS}, plan, planned_at, shown_fields, sealed_input, idempotency_key, needs_two_people,
          roles_of_member(workspace_id, first_approved_by) AS first_approver_roles
     FROM approval
    WHERE workspace_id = $workspace_id::bigint AND approval_id = $approval_id
      AND ($token_id::text IS NULL OR token_id = $token_id)`,
);

type ListedRow = RowOf<typeof list>;
export type ApprovalRow = RowOf<typeof get>;

/** A token sees its own approvals. */
export const listApprovals: Handler<"approval.list"> = async (
  { sql, workspace, caller },
  { limit, cursor, status },
) => {
  const place = { workspace_id: workspace.id, after: olderThan(cursor, "apr"), limit: limit + 1 };
  const rows = await (caller.type === "token"
    ? sql.query(listOfToken, { ...place, token_id: caller.id, status })
    : status === undefined
      ? sql.query(list, place)
      : sql.query(listOfStatus, { ...place, status }));
  return toPage(rows, limit, (row) => row.approval_id, toApproval);
};

/** @throws DomainError 404, also for the approval of another token */
export async function readApproval(
  sql: Sql,
  { workspace, caller }: Pick<Entry, "workspace" | "caller">,
  approval_id: string,
): Promise<ApprovalRow> {
  const token_id = caller.type === "token" ? caller.id : null;
  return found(await sql.maybe(get, { workspace_id: workspace.id, approval_id, token_id }), "approval");
}

/** The operation that an approval is about. */
export function operationOf({ operation }: Pick<ListedRow, "operation">): Operation {
  return operationById(operation as OperationId) as unknown as Operation;
}

export function planOf({ plan }: Pick<ApprovalRow, "plan">): ChangePlan {
  return ChangePlan.parse(plan);
}

const shown = wireForm(
  Approval.omit({ summary: true, request: true, first_approved_by: true, decided_by: true, outcome: true }),
);

export function toApproval(row: ListedRow): Approval {
  const { method, summary } = operationOf(row);
  const { status, outcome_status, outcome_code: code, outcome_detail: detail, differences } = row;
  const isDone = status === "carried_out" || status === "failed" || status === "cancelled";
  return {
    ...shown(row),
    summary,
    request: `${method} ${row.path}`,
    first_approved_by: personOf(row.first_approved_by, row.first_approved_by_name),
    decided_by: personOf(row.decided_by, row.decided_by_name),
    outcome: isDone ? { status: outcome_status, code, detail, differences } : null,
  };
}

function personOf(id: string | null, name: string | null) {
  return id === null ? null : { user_id: id, name: name ?? id };
}

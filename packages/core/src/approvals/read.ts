import type { Secrets } from "@fulmar/config";
import type { ApprovalDetail } from "@fulmar/contract";
import type { Sql } from "@fulmar/prisma";
import { toTimestamp } from "../query/timestamp.ts";
import type { Caller } from "../request/caller.ts";
import type { Handler } from "../request/context.ts";
import type { Entry } from "../request/door.ts";
import { callerFor } from "../request/rights.ts";
import { readableWith, visiblePlan } from "../request/visible-plan.ts";
import { type ApprovalRow, operationOf, planOf, readApproval, readPage, toApproval } from "./approval-repository.ts";
import { approvalRefusal, lapseOfFirst } from "./decidable.ts";
import { sealerOfInputs } from "./sealed-input.ts";

export const listApprovals: Handler<"approval.list"> = ({ sql, workspace, caller }, page) =>
  readPage(sql, { workspaceId: workspace.id, caller }, page);

export const getApproval: Handler<"approval.get"> = (context, { approval_id }) =>
  readDetail(context.sql, context, approval_id, context.configuration.secrets);

/** @throws DomainError 404 */
export async function readDetail(
  sql: Sql,
  { workspace, caller }: Pick<Entry, "workspace" | "caller">,
  id: string,
  secrets: Secrets,
): Promise<ApprovalDetail> {
  return toDetail(await readApproval(sql, workspace.id, caller, id), caller, secrets);
}

function toDetail(row: ApprovalRow, caller: Caller, secrets: Secrets): ApprovalDetail {
  const sealer = sealerOfInputs(secrets);
  return {
    ...toApproval(row),
    plan: visiblePlan(planOf(row), readableWith(callerFor(operationOf(row), caller).scopes)),
    planned_at: toTimestamp(row.planned_at),
    needs_two_people: row.needs_two_people,
    first_approval_lapsed: lapseOfFirst(row, sealer),
    undecidable: approvalRefusal(row, caller, sealer)?.message ?? null,
  };
}

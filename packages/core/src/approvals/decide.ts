// A person decides what waits. What is carried out then is in carry-out.ts.
import { statement } from "@fulmar/prisma";
import type { Handler } from "../request/context.ts";
import { type ApprovalRow, operationOf, readApproval } from "./approval-repository.ts";
import { approvalRefusal, decidedBefore, decisionRefusal } from "./decidable.ts";
import { readDetail } from "./read.ts";
import { sealerOfInputs } from "./sealed-input.ts";

/** An approval that can still be decided. */
export const UNDECIDED = "workspace_id = $1::bigint AND approval_id = $2 AND status = 'pending' AND expires_at > now()";
/** What two people must approve is approved by the second one of them. */
export const ENOUGH = "(NOT needs_two_people(workspace_id) OR first_approved_by <> $3)";

const approveFirst = statement(
  "approval_approve_first",
  `UPDATE approval SET first_approved_by = $3, first_approved_by_name = $4, first_approved_at = now()
    WHERE ${UNDECIDED} AND first_approved_by IS NULL RETURNING approval_id`,
);

const approve = statement(
  "approval_approve",
  `UPDATE approval SET status = 'approved', decided_by = $3, decided_by_name = $4, decided_at = now()
    WHERE ${UNDECIDED} AND ${ENOUGH} RETURNING approval_id`,
);

const reject = statement(
  "approval_reject",
  `UPDATE approval SET status = 'rejected', sealed_input = NULL, decided_by = $3, decided_by_name = $4, decided_at = now(), reason = $5
    WHERE ${UNDECIDED} RETURNING approval_id`,
);

/** Whether an approval does no more than note it: the first of two, and one of a read, which its token sends again. */
export function isNoted(row: ApprovalRow): boolean {
  return operationOf(row).safe || (row.needs_two_people === true && row.first_approved_by === null);
}

/** Notes an approval. One that is carried out is noted with what it does, so only its plan comes here. */
export const approveRequest: Handler<"approval.approve"> = async (context, { approval_id }) => {
  const { sql, workspace, caller, configuration, rehearsed } = context;
  const row = await readApproval(sql, workspace.id, caller, approval_id);
  const refusal = approvalRefusal(row, caller, sealerOfInputs(configuration.secrets));
  if (refusal !== null) throw refusal;
  if (!isNoted(row) && !rehearsed) throw decidedBefore();
  const isFirst = row.needs_two_people === true && row.first_approved_by === null;
  const values = [workspace.id, approval_id, caller.id, caller.name] as const;
  const noted = await sql.query(isFirst ? approveFirst : approve, values);
  if (noted.length === 0) throw decidedBefore();
  return readDetail(sql, context, approval_id, configuration.secrets);
};

export const rejectRequest: Handler<"approval.reject"> = async (context, { approval_id, reason }) => {
  const { sql, workspace, caller, configuration } = context;
  const row = await readApproval(sql, workspace.id, caller, approval_id);
  const refusal = decisionRefusal(row, caller, sealerOfInputs(configuration.secrets));
  if (refusal !== null) throw refusal;
  const rejected = await sql.query(reject, [workspace.id, approval_id, caller.id, caller.name, reason]);
  if (rejected.length === 0) throw decidedBefore();
  return readDetail(sql, context, approval_id, configuration.secrets);
};

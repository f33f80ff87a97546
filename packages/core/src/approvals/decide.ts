// A person decides what waits. What is carried out then is in carry-out.ts.
import { statement } from "@fulmar/prisma";
import type { Handler } from "../request/context.ts";
import type { Sealer } from "../request/sealing/sealed-value.ts";
import { type ApprovalRow, operationOf, readApproval } from "./approvals.ts";
import { approvalRefusal, decidedBefore, decisionRefusal, isFirstOfTwo, lapseOfFirst } from "./decidable.ts";
import { readDetail } from "./read.ts";
import { sealerOfInputs } from "./sealed-input.ts";

/** An approval that can still be decided: `$approval_id` of `$workspace_id`. */
export const UNDECIDED =
  "workspace_id = $workspace_id::bigint AND approval_id = $approval_id AND status = 'pending' AND expires_at > now()";
/**
 * A request that two people must approve is approved by the second, `$user_id`, if the first one still has the roles
 * by which they were judged, `$first_approver_roles`.
 */
export const ENOUGH = `(NOT needs_two_people OR first_approved_by <> $user_id
      AND roles_of_member(workspace_id, first_approved_by) = $first_approver_roles::text[])`;

// In place of nobody, or of the one whose approval counts no longer.
const approveFirst = statement(
  "approval_approve_first",
  `UPDATE approval SET first_approved_by = $user_id, first_approved_by_name = $user_name, first_approved_at = now()
    WHERE ${UNDECIDED} AND first_approved_by IS NOT DISTINCT FROM $former_approver RETURNING approval_id`,
);

const approve = statement(
  "approval_approve",
  `UPDATE approval SET status = 'approved', decided_by = $user_id, decided_by_name = $user_name, decided_at = now()
    WHERE ${UNDECIDED} AND ${ENOUGH} RETURNING approval_id`,
);

const reject = statement(
  "approval_reject",
  `UPDATE approval SET status = 'rejected', sealed_input = NULL, decided_by = $user_id, decided_by_name = $user_name,
          decided_at = now(), reason = $reason
    WHERE ${UNDECIDED} RETURNING approval_id`,
);

/** Some approvals are only noted: the first of two, and that of a read, which its token sends again. */
export function isNoted(row: ApprovalRow, sealer: Sealer): boolean {
  return operationOf(row).safe || isFirstOfTwo(row, sealer);
}

/** Notes an approval. One that is carried out is noted with what it does, so only its plan comes here. */
export const approveRequest: Handler<"approval.approve"> = async (context, { approval_id }) => {
  const { sql, workspace, caller, configuration, rehearsed } = context;
  const row = await readApproval(sql, context, approval_id);
  const sealer = sealerOfInputs(configuration.secrets);
  const refusal = approvalRefusal(row, caller, sealer);
  if (refusal !== null) throw refusal;
  if (!isNoted(row, sealer) && !rehearsed) throw decidedBefore();
  const values = { workspace_id: workspace.id, approval_id, user_id: caller.id, user_name: caller.name };
  const noted = isFirstOfTwo(row, sealer)
    ? await sql.maybe(approveFirst, { ...values, former_approver: row.first_approved_by })
    : await sql.maybe(approve, { ...values, first_approver_roles: row.first_approver_roles ?? [] });
  if (noted === undefined) throw decidedBefore();
  const detail = await readDetail(sql, context, approval_id, configuration.secrets);
  // Who approves in place of somebody else is told why theirs was not enough.
  return { ...detail, first_approval_lapsed: lapseOfFirst(row, sealer) };
};

export const rejectRequest: Handler<"approval.reject"> = async (context, { approval_id, reason }) => {
  const { sql, workspace, caller, configuration } = context;
  const row = await readApproval(sql, context, approval_id);
  const refusal = decisionRefusal(row, caller, sealerOfInputs(configuration.secrets));
  if (refusal !== null) throw refusal;
  const by = { user_id: caller.id, user_name: caller.name };
  const rejected = await sql.maybe(reject, { workspace_id: workspace.id, approval_id, ...by, reason });
  if (rejected === undefined) throw decidedBefore();
  return readDetail(sql, context, approval_id, configuration.secrets);
};

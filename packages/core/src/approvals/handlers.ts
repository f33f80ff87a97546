import { listApprovals } from "./approvals.ts";
import { approveRequest, rejectRequest } from "./decide.ts";
import { getApproval } from "./read.ts";

export const approvalHandlers = {
  "approval.list": listApprovals,
  "approval.get": getApproval,
  "approval.approve": approveRequest,
  "approval.reject": rejectRequest,
} as const;

export {
  Approval,
  ApprovalDetail,
  ApprovalRejection,
  approvalOperations,
} from "./approval.ts";
export { APPROVAL_STATUSES, type ApprovalStatus } from "./states.ts";

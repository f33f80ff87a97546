export {
  Approval,
  ApprovalDetail,
  ApprovalRejection,
  approvalOperations,
  RequestedField,
} from "./approval.ts";
export { OPERATION_WARNINGS } from "./operation-warnings.ts";
export { APPROVAL_STATUSES, type ApprovalStatus } from "./states.ts";

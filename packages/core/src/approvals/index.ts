export { approvalConstraintErrors, createApprovals } from "./ask.ts";
export { carryOutApproved } from "./carry-out.ts";
export { endApprovals, purgeApprovals } from "./end-approvals.ts";
export { approvalHandlers } from "./handlers.ts";
export { resealApprovals } from "./sealed-input.ts";
export { shownFields } from "./shown-request.ts";

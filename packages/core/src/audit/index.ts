export { auditActorValues, auditChange, auditChanges, auditChangeValues } from "./audit-change.ts";
export { auditOperator, auditValues } from "./audit-operator.ts";
export { auditHandlers } from "./handlers.ts";

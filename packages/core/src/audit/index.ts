export { auditActorValues, auditChange, auditChanges, auditChangeValues } from "./audit-change.ts";
export { auditHorizon } from "./audit-horizon.ts";
export { auditOperator, auditValues } from "./audit-operator.ts";
export { auditHandlers } from "./handlers.ts";
export { readScopeOf } from "./read-scopes.ts";

export { auditChange, auditChangeValues } from "./audit-change.ts";
export { auditHorizon } from "./audit-horizon.ts";
export { auditOperator } from "./audit-operator.ts";
export { auditHandlers } from "./handlers.ts";
export { readScopeOf } from "./read-scopes.ts";

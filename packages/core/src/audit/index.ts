export { auditChange, auditChangeValues, auditOperator } from "./audit-change.ts";
export { auditHorizon } from "./audit-horizon.ts";
export { auditHandlers } from "./handlers.ts";
export { readScopeOf } from "./read-scopes.ts";

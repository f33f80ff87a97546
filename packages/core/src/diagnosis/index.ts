export { CONNECTIONS } from "./database.ts";
export { explainOperation } from "./explain-operation.ts";
export { type Finding, fail } from "./finding.ts";
export { findings } from "./findings.ts";
export { keyFindings } from "./keys.ts";
export { CURRENT_RECONCILER } from "./processes.ts";
export { reportHealth } from "./report-health.ts";
export { type StartUp, startUpSince } from "./start-up.ts";
export { withoutSecrets } from "./without-secrets.ts";

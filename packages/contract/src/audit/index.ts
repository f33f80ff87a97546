import { auditEventList } from "./audit-event.ts";
import { organizationEventList } from "./console-operations.ts";

export * from "./audit-event.ts";

/** The family's operations, in the documentation's order. */
export const auditOperations = [auditEventList, organizationEventList] as const;

import { auditEventList } from "./audit-event.ts";
import { organizationEventList } from "./console-operations.ts";
import { eventList } from "./event.ts";

export * from "./audit-event.ts";
export * from "./event.ts";

/** The family's operations, in the documentation's order. */
export const auditOperations = [auditEventList, organizationEventList, eventList] as const;

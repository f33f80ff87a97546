import { auditEventList } from "./audit-event.ts";
import { organizationEventList } from "./organization-event-operations.ts";

export const auditOperations = [auditEventList, organizationEventList] as const;

import { auditEventList } from "./audit-event.ts";

export const auditOperations = [auditEventList] as const;

import { listAuditEvents } from "./list-audit-events.ts";

export const auditHandlers = { "auditEvent.list": listAuditEvents } as const;

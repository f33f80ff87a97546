import { listAccountEvents, listAuditEvents, listOrganizationEvents } from "./list-events.ts";

export const auditHandlers = {
  "auditEvent.list": listAuditEvents,
  "organizationEvent.list": listOrganizationEvents,
  "account.events": listAccountEvents,
} as const;

import { listAccountEvents } from "./list-account-events.ts";
import { listAuditEvents } from "./list-audit-events.ts";
import { listOrganizationEvents } from "./list-organization-events.ts";

export const auditHandlers = {
  "auditEvent.list": listAuditEvents,
  "organizationEvent.list": listOrganizationEvents,
  "account.events": listAccountEvents,
} as const;

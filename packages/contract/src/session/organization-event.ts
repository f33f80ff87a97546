import { z } from "zod";
import { AuditEvent } from "../audit/audit-event.ts";

/**
 * What happened in an organization outside of its workspaces: to members, invitations, tokens, the wallet, and to the
 * workspaces themselves.
 */
export const OrganizationEvent = AuditEvent.extend({
  /** What the person, the token or the workspace that it happened to is called now; null for anything else. */
  resource_name: z.string().nullable(),
  /** What the change was, where the action alone does not say it: a role, an address, a new name. */
  detail: z.string().nullable(),
}).meta({ id: "OrganizationEvent" });
export type OrganizationEvent = z.infer<typeof OrganizationEvent>;

/** What happened to a person's own account: how they signed in, and what they changed. */
export const AccountEvent = AuditEvent.pick({ audit_event_id: true, action: true, source_ip: true, at: true }).meta({
  id: "AccountEvent",
});
export type AccountEvent = z.infer<typeof AccountEvent>;

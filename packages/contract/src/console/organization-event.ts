import { z } from "zod";
import { AuditEvent } from "../audit/audit-event.ts";

/**
 * An event in an organization outside of its workspaces: of members, invitations, tokens, the wallet, or the workspaces
 * themselves.
 */
export const OrganizationEvent = AuditEvent.extend({
  /** The current name of the user, token or workspace that it concerns. Null for anything else. */
  resource_name: z.string().nullable(),
  /** The detail of the change, if the action alone does not say it: a role, an address, a new name. */
  detail: z.string().nullable(),
}).meta({ id: "OrganizationEvent" });
export type OrganizationEvent = z.infer<typeof OrganizationEvent>;

/** An event of the user's own account: a sign-in, a failed one, or a change. */
export const AccountEvent = AuditEvent.pick({ audit_event_id: true, action: true, source_ip: true, at: true })
  .extend({
    /** The User-Agent header. Null if the browser sent none, and for changes. */
    user_agent: z.string().nullable(),
    /** What was wrong with a failed sign-in. Null for anything else. */
    detail: z.string().nullable(),
  })
  .meta({ id: "AccountEvent" });
export type AccountEvent = z.infer<typeof AccountEvent>;

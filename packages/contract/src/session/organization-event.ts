import { z } from "zod";
import type { AuditEvent } from "../audit/audit-event.ts";
import { Moment, pageQuery, ResourceId } from "../values/fields.ts";
import { OrganizationId } from "./organization.ts";

/** What of an organization's own trail is asked for. `from` is included, `to` is not. */
export const OrganizationEventQuery = z.strictObject({
  organization_id: OrganizationId,
  ...pageQuery(),
  action: z.string().min(1).max(128).optional(),
  actor_id: ResourceId.optional(),
  resource_id: ResourceId.optional(),
  from: Moment.optional(),
  to: Moment.optional(),
});
export type OrganizationEventQuery = z.infer<typeof OrganizationEventQuery>;

/**
 * What happened in an organization outside of its workspaces: to members, invitations, tokens, the wallet, and to the
 * workspaces themselves.
 */
export interface OrganizationEvent extends AuditEvent {
  /** What the person, the token or the workspace that it happened to is called now; null for anything else. */
  readonly resource_name: string | null;
  /** What the change was, where the action alone does not say it: a role, an address, a new name. */
  readonly detail: string | null;
}

/** What happened to a person's own account: how they signed in, and what they changed. */
export type AccountEvent = Pick<AuditEvent, "audit_event_id" | "action" | "source_ip" | "at">;

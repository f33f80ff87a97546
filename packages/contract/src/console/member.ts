import { z } from "zod";
import { ROLES, WORKSPACE_ROLES } from "../declaration/roles.ts";
import { Timestamp } from "../values/fields.ts";
import { Email, Password, PersonName } from "./first-user.ts";
import { OrganizationId } from "./organization.ts";

/** A member of an organization, as other members see them. */
export const MemberRecord = z
  .strictObject({
    user_id: z.string(),
    name: z.string(),
    email: z.string(),
    role: z.enum(ROLES),
    /** The roles that replace `role` in single workspaces. Owners and admins have none. */
    workspace_roles: z.array(z.strictObject({ workspace_id: z.string(), role: z.enum(WORKSPACE_ROLES) })),
    /** Whether sign-in asks for a code after the password. */
    second_factor: z.boolean(),
    joined_at: Timestamp,
    /** The last use of any of their sessions, accurate to the hour. Null if no session is active. */
    last_seen_at: Timestamp.nullable(),
  })
  .meta({ id: "Member" });
export type MemberRecord = z.infer<typeof MemberRecord>;

/** The new role of a member. */
export const MemberRole = z
  .strictObject({ role: z.enum(ROLES) })
  .meta({ id: "MemberRole", examples: [{ role: "developer" }] });

/** A member's role in one workspace. Null: that of the organization applies there. */
export const MemberWorkspaceRole = z
  .strictObject({ role: z.enum(WORKSPACE_ROLES).nullable() })
  .meta({ id: "MemberWorkspaceRole", examples: [{ role: "developer" }] });

/** Whether the credentials of a member who is removed stay in force. */
export const MemberRemoval = z
  .strictObject({ keep_credentials: z.boolean().default(false) })
  .meta({ id: "MemberRemoval", examples: [{ keep_credentials: false }] });

/** How many credentials end with a membership: those that the member made, or whose value they saw last. */
export const MemberCredentials = z.strictObject({ api_tokens: z.int(), access_keys: z.int(), invitations: z.int() });
export type MemberCredentials = z.infer<typeof MemberCredentials>;

/** The address to invite, and the role. */
export const NewInvitation = z.strictObject({ organization_id: OrganizationId, email: Email, role: z.enum(ROLES) });
export type NewInvitation = z.infer<typeof NewInvitation>;

/** A pending invitation. Its link was shown once, at creation. */
export const InvitationRecord = z
  .strictObject({
    invitation_id: z.string(),
    email: z.string(),
    role: z.enum(ROLES),
    invited_by: z.string(),
    created_at: Timestamp,
    expires_at: Timestamp,
  })
  .meta({ id: "Invitation" });
export type InvitationRecord = z.infer<typeof InvitationRecord>;

/** What the page behind an invitation's link shows. */
export interface InvitationOffer {
  readonly organization_name: string;
  readonly email: string;
  readonly role: InvitationRecord["role"];
  readonly invited_by: string;
  readonly expires_at: string;
  /** Whether the address has an account. If so the page offers sign-in, otherwise sign-up. */
  readonly has_account: boolean;
}

const InvitationToken = z.string().min(1).max(128);

/** A signed-in user's acceptance of an invitation. */
export const InvitationAcceptance = z.strictObject({ token: InvitationToken });

/** Acceptance by a person without an account. The address comes from the invitation. */
export const NewMember = z.strictObject({ token: InvitationToken, name: PersonName, password: Password });
export type NewMember = z.infer<typeof NewMember>;

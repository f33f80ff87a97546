import { z } from "zod";
import { ROLES } from "../declaration/roles.ts";
import { Timestamp } from "../values/fields.ts";
import { Email, Password, PersonName } from "./first-user.ts";
import { OrganizationId } from "./organization.ts";

/** A person of an organization, as the other members see them. */
export const MemberRecord = z.strictObject({
  user_id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  /** Whether a code is asked for after their password. */
  second_factor: z.boolean(),
  joined_at: Timestamp,
  /** The last use of one of their sessions, within the hour; null when none is in force. */
  last_seen_at: Timestamp.nullable(),
});
export type MemberRecord = z.infer<typeof MemberRecord>;

/** What a member shall be. */
export const MemberRole = z
  .strictObject({ role: z.enum(ROLES) })
  .meta({ id: "MemberRole", examples: [{ role: "developer" }] });

/** Whom to ask to join, and as what. */
export const NewInvitation = z.strictObject({ organization_id: OrganizationId, email: Email, role: z.enum(ROLES) });
export type NewInvitation = z.infer<typeof NewInvitation>;

/** An invitation that nobody has accepted yet. Its link was shown once, when it was made. */
export const InvitationRecord = z.strictObject({
  invitation_id: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  invited_by: z.string(),
  created_at: Timestamp,
  expires_at: Timestamp,
});
export type InvitationRecord = z.infer<typeof InvitationRecord>;

/** What the link of an invitation shows to whoever holds it. */
export interface InvitationOffer {
  readonly organization_name: string;
  readonly email: string;
  readonly role: InvitationRecord["role"];
  readonly invited_by: string;
  readonly expires_at: string;
  /** Whether somebody has an account with this address: they sign in, others sign up. */
  readonly has_account: boolean;
}

const InvitationToken = z.string().min(1).max(128);

/** How a signed-in person accepts. */
export const InvitationAcceptance = z.strictObject({ token: InvitationToken });

/** How somebody without an account accepts: the address is the invitation's. */
export const NewMember = z.strictObject({ token: InvitationToken, name: PersonName, password: Password });
export type NewMember = z.infer<typeof NewMember>;

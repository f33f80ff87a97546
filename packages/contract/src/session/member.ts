import { z } from "zod";
import { ROLES, type Role } from "../declaration/roles.ts";
import { Email, Password, PersonName } from "./first-user.ts";
import { OrganizationId } from "./organization.ts";

/** A person of an organization, as the other members see them. */
export interface MemberRecord {
  readonly user_id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  /** Whether a code is asked for after their password. */
  readonly second_factor: boolean;
  readonly joined_at: string;
  /** The last use of one of their sessions, within the hour; null when none is in force. */
  readonly last_seen_at: string | null;
}

export const MemberRole = z.strictObject({
  organization_id: OrganizationId,
  user_id: z.string().min(1).max(128),
  role: z.enum(ROLES),
});
export type MemberRole = z.infer<typeof MemberRole>;

/** Whom to ask to join, and as what. */
export const NewInvitation = z.strictObject({ organization_id: OrganizationId, email: Email, role: z.enum(ROLES) });
export type NewInvitation = z.infer<typeof NewInvitation>;

/** An invitation that nobody has accepted yet. Its link was shown once, when it was made. */
export interface InvitationRecord {
  readonly invitation_id: string;
  readonly email: string;
  readonly role: Role;
  readonly invited_by: string;
  readonly created_at: string;
  readonly expires_at: string;
}

/** What the link of an invitation shows to whoever holds it. */
export interface InvitationOffer {
  readonly organization_name: string;
  readonly email: string;
  readonly role: Role;
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

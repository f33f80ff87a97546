import type { Database } from "@fulmar/prisma";
import { acceptAsNewMember } from "../tenancy/accept-invitation.ts";
import { createUserWithPassword } from "./create-user.ts";
import type { Origin } from "./identity-parts.ts";

/**
 * Somebody with an invitation makes an account and joins, or nothing at all.
 * @param input unchecked, as the form sent it
 * @returns how they sign in
 * @throws DomainError 400; 404; 409 `invitation_used`, `invitation_expired` or `account_exists`
 */
export function registerNewMember(
  database: Database,
  input: unknown,
  origin: Origin,
): Promise<{ email: string; password: string }> {
  return acceptAsNewMember(database, input, origin, createUserWithPassword);
}

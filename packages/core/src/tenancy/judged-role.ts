import { maySetRole, type Role } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { DomainError } from "../request/domain-error.ts";
import { ownersOnly } from "./constraint-errors.ts";

// A request that makes a credential holds its maker's membership, so none is made between this and the commit.
const lock = statement(
  "member_lock",
  "SELECT role FROM member WHERE organization_id = $organization_id AND user_id = $user_id FOR UPDATE",
);

/**
 * Locks a membership and returns its role.
 * @param by the role of the caller
 * @throws DomainError 403 when only owners may decide, 404
 */
export async function judgedRole(sql: Sql, organizationId: string, userId: string, by: Role): Promise<Role> {
  const member = await sql.maybe(lock, { organization_id: organizationId, user_id: userId });
  if (member === undefined) throw noSuchMember();
  if (!maySetRole(by, member.role)) throw ownersOnly();
  return member.role;
}

export function noSuchMember(): DomainError {
  return new DomainError("not_found", "There is no such member, or their membership has ended; reload the page.");
}

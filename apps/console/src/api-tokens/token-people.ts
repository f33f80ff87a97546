import { type ApiTokenRecord, listRoles, MANAGER_ROLES, type Membership, nameOfRole } from "@fulmar/contract";

/** Who created a token, as the end of a sentence. */
export function tokenMakerOf({ created_by }: Pick<ApiTokenRecord, "created_by">): string {
  if (created_by === null) return "on the command line";
  return created_by.is_member ? `by ${created_by.name}` : `by ${created_by.name}, a former member`;
}

/** Why a user may not manage the organization's tokens, or null if they may. */
export function tokenRefusal({ role, name }: Membership): string | null {
  if (MANAGER_ROLES.includes(role)) return null;
  return `Only ${listRoles(MANAGER_ROLES)} may manage API tokens; your role in ${name} is ${nameOfRole(role)}.`;
}

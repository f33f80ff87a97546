import { MANAGER_ROLES, type Membership, nameOfRole } from "@fulmar/contract";

/** Why a user may not manage the organization's tokens, or null if they may. */
export function tokenRefusal({ role, name }: Membership): string | null {
  if (MANAGER_ROLES.includes(role)) return null;
  return `Only ${MANAGER_ROLES.join(" and ")} may manage API tokens; your role in ${name} is ${nameOfRole(role)}.`;
}

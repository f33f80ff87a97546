"use client";

import { listRoles, nameOfRole, type Role } from "@fulmar/contract";
import { useWorkspace } from "@/shell/workspace.tsx";

/** Why the user's role does not allow an action of the organization, or null if it does. */
export function useRoleRefusal(may: readonly Role[]): string | null {
  const { organization } = useWorkspace();
  return may.includes(organization.role)
    ? null
    : `Only ${listRoles(may)} may do this; your role is ${nameOfRole(organization.role)}.`;
}

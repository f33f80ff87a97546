"use client";

import { listRoles, type Role } from "@fulmar/contract";
import { useWorkspace } from "@/shell/workspace.tsx";

/** Why the signed-in person may not do what these roles may in the organization; null when they may. */
export function useRoleRefusal(may: readonly Role[]): string | null {
  const { organization } = useWorkspace();
  return may.includes(organization.role)
    ? null
    : `Only ${listRoles(may)} may do this; your role is ${organization.role}.`;
}

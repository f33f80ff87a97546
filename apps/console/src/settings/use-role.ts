"use client";

import { CONSOLE_OPERATIONS, type ConsoleOperation, mayDo } from "@fulmar/contract";
import { useWorkspace } from "@/shell/workspace.tsx";

/** Why the signed-in person may not do this in the organization; null when they may. */
export function useRoleRefusal(operation: ConsoleOperation): string | null {
  const { organization } = useWorkspace();
  return mayDo(organization.role, operation)
    ? null
    : `Only ${CONSOLE_OPERATIONS[operation].join(" and ")} may do this; your role is ${organization.role}.`;
}

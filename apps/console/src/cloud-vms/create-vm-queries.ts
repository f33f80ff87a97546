import type { VmKind } from "@/vm-detail/vm-kind.ts";

/** Inputs of what the create form offers: server and browser must ask for the same thing to share the answer. */
export function offeringInputs(workspaceId: string, kind: VmKind) {
  const everything = { workspace_id: workspaceId, limit: 1000 };
  return { sites: everything, images: everything, plans: { ...everything, type: kind } };
}

/** The same of what the workspace has that a new VM can be given. */
export function resourceInputs(workspaceId: string) {
  const everything = { workspace_id: workspaceId, limit: 1000 };
  return {
    vpcs: everything,
    firewallGroups: everything,
    reservedIps: { ...everything, status: "reserved" as const },
    volumes: { ...everything, status: "available" as const },
  };
}

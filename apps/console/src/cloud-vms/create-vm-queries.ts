import type { VmKind } from "@/vm-detail/vm-kind.ts";

/** Inputs of the create form's options. Server and browser must use the same inputs to share the cached answers. */
export function offeringInputs(workspaceId: string, kind: VmKind) {
  const everything = { workspace_id: workspaceId, limit: 1000 };
  return { sites: everything, images: everything, plans: { ...everything, type: kind } };
}

/** Like `offeringInputs`, for the workspace's resources that a new VM can use. */
export function resourceInputs(workspaceId: string) {
  const everything = { workspace_id: workspaceId, limit: 1000 };
  return {
    vpcs: everything,
    firewallGroups: everything,
    reservedIps: { ...everything, status: "reserved" as const },
    volumes: { ...everything, status: "available" as const },
  };
}

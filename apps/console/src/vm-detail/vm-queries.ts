/** Inputs of what each tab of a VM's page shows: server and browser must ask for the same thing to share the answer. */
export function vmInput(workspaceId: string, vmId: string) {
  return { workspace_id: workspaceId, vm_id: vmId };
}

/** The operation that was asked for last: it is under way, or says how it ended. */
export function latestInput(workspaceId: string, vmId: string) {
  return { ...vmInput(workspaceId, vmId), limit: 1 };
}

/** All of a catalog, which is short. */
export function catalogInput(workspaceId: string) {
  return { workspace_id: workspaceId, limit: 1000 };
}

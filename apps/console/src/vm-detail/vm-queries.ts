/** Inputs of the tabs of a VM's page. Server and browser must use the same inputs to share the cached answers. */
export function vmInput(workspaceId: string, vmId: string) {
  return { workspace_id: workspaceId, vm_id: vmId };
}

/** The latest operation, running or ended. */
export function latestInput(workspaceId: string, vmId: string) {
  return { ...vmInput(workspaceId, vmId), limit: 1 };
}

/** The whole catalog, because it is short. */
export function catalogInput(workspaceId: string) {
  return { workspace_id: workspaceId, limit: 1000 };
}

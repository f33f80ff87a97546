/** Inputs of a VM's page: server and browser must ask for the same thing to share the answer. */
export function vmInputs(workspaceId: string, vmId: string) {
  return { vm: { workspace_id: workspaceId, vm_id: vmId }, operations: { workspace_id: workspaceId, vm_id: vmId, limit: 20 } };
}

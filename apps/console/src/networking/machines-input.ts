/**
 * Input of the lists of VMs on networking pages. Server and browser must use the same input to share the cached answer.
 */
export function machinesInput(workspaceId: string) {
  return { workspace_id: workspaceId, limit: 1000 };
}

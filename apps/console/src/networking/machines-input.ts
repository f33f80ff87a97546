/**
 * The input of the lists of VMs that networks show: server and browser must ask for the same thing to share the answer.
 */
export function machinesInput(workspaceId: string) {
  return { workspace_id: workspaceId, limit: 1000 };
}

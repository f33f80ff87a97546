/** SQL: whether a VM is in a VPC. @param vm its row's name */
export function inVpc(vm: string): string {
  return `EXISTS (SELECT FROM vpc_node own WHERE own.workspace_id = ${vm}.workspace_id AND own.vm_id = ${vm}.vm_id)`;
}

/** SQL: whether a VM is in none, and its provider has been told so. */
export function isAtHome(vm: string): string {
  return `(NOT ${inVpc(vm)} AND NOT EXISTS (SELECT FROM network_state told
     WHERE told.workspace_id = ${vm}.workspace_id AND told.resource_type = 'vm' AND told.resource_id = ${vm}.vm_id AND told.applied_revision < told.revision))`;
}

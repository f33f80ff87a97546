// A firewall group is for the VMs that are linked to it, and for those with a card in a subnet that is (docs/adr/0201).

/** SQL: the ids of the VMs that a group is for. */
export const membersOf = (workspace: string, group: string) => `
    SELECT fl.vm_id FROM firewall_group_vm fl
     WHERE fl.workspace_id = ${workspace} AND fl.firewall_group_id = ${group}
     UNION
    SELECT fn.vm_id FROM firewall_group_subnet fs JOIN vpc_node fn USING (workspace_id, subnet_id)
     WHERE fs.workspace_id = ${workspace} AND fs.firewall_group_id = ${group}`;

/** SQL: the ids of the groups whose rules a VM has. */
export const groupsFor = (workspace: string, vm: string) => `
    SELECT fl.firewall_group_id FROM firewall_group_vm fl WHERE fl.workspace_id = ${workspace} AND fl.vm_id = ${vm}
     UNION
    SELECT fs.firewall_group_id FROM vpc_node fn JOIN firewall_group_subnet fs USING (workspace_id, subnet_id)
     WHERE fn.workspace_id = ${workspace} AND fn.vm_id = ${vm}`;

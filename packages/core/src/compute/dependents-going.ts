import { type Sql, statement } from "@fulmar/prisma";

// A blocker is temporary if it is a VM or a volume that is being deleted or detached, or if such a VM uses it: a node,
// a port forward, a subnet or a NAT gateway.
const going = statement(
  "dependents_going",
  `SELECT EXISTS (SELECT FROM vm
                   WHERE workspace_id = $workspace_id::bigint AND vm_id = ANY ($vm_ids::text[]) AND status = 'deleting')
       OR EXISTS (SELECT FROM volume
                   WHERE workspace_id = $workspace_id::bigint AND volume_id = ANY ($vm_ids::text[])
                     AND status IN ('detaching', 'deleting'))
       OR EXISTS (SELECT FROM vpc_node n JOIN vm v ON v.workspace_id = n.workspace_id AND v.vm_id = n.vm_id
                   WHERE n.workspace_id = $workspace_id::bigint AND v.status = 'deleting'
                     AND (n.allocation_id = ANY ($vm_ids::text[]) OR n.subnet_id = ANY ($vm_ids::text[])
                          OR n.nat_gateway_id = ANY ($vm_ids::text[])))
       OR EXISTS (SELECT FROM port_forward f JOIN vpc_node n USING (workspace_id, vpc_id, allocation_id)
                    JOIN vm v USING (workspace_id, vm_id)
                   WHERE f.workspace_id = $workspace_id::bigint AND v.status = 'deleting'
                     AND (f.port_forward_id = ANY ($vm_ids::text[])
                          OR f.nat_gateway_id = ANY ($vm_ids::text[]))) AS going`,
);

/** Whether any of these blockers will go away on its own. */
export async function areDependentsGoing(sql: Sql, workspaceId: bigint, ids: readonly string[]): Promise<boolean> {
  return (await sql.one(going, { workspace_id: workspaceId, vm_ids: ids })).going === true;
}

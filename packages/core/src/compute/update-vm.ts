import { type UpdateVm, type VmType, vmRefusal } from "@fulmar/contract";
import { queryOf, statement } from "@fulmar/prisma";
import { firewallGroupsOf, keepFirewallGroups } from "../networking/index.ts";
import type { RequestContext } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { type LockedVm, readVmWithOperation, refuseByState, requireLocked } from "./vm-guards.ts";
import { getVm, type VmDetailRow } from "./vms.ts";

type Update = Readonly<UpdateVm> & { readonly vm_id: string };

// Writes only changes: a firewall group that stays linked keeps its row.
const update = statement(
  "vm_update",
  `WITH unlinked AS (
     DELETE FROM firewall_group_vm
      WHERE workspace_id = $workspace_id::bigint AND vm_id = $vm_id
        AND $firewall_group_ids::text[] IS NOT NULL AND firewall_group_id <> ALL ($firewall_group_ids)
   ), linked AS (
     INSERT INTO firewall_group_vm (workspace_id, firewall_group_id, vm_id)
     SELECT $workspace_id::bigint, g.firewall_group_id, $vm_id
       FROM unnest($firewall_group_ids::text[]) AS g (firewall_group_id)
         ON CONFLICT DO NOTHING
   )
   UPDATE vm
      SET name = coalesce($name, name), tags = coalesce($tags::text[], tags),
          deletion_protection = coalesce($deletion_protection::boolean, deletion_protection), updated_at = now()
    WHERE workspace_id = $workspace_id::bigint AND vm_id = $vm_id`,
);

/**
 * Changes a VM's name, tags, firewall groups and protection. Without a change, nothing is written. A VM that an
 * operation holds can be changed too, since its instance is not affected.
 * @param held the result of `lockQuery`
 * @throws DomainError 404, 409
 */
export async function updateVm(
  context: RequestContext,
  type: VmType,
  request: Update,
  held: LockedVm | undefined,
): Promise<VmDetailRow> {
  const { vm_id: vmId, name, tags, firewall_group_ids: groups, deletion_protection } = request;
  const vm = requireLocked(type, held);
  if (groups !== undefined && !(await keepFirewallGroups(context.sql, context.workspace.id, groups)))
    throw notFound("firewall group");
  if (vmRefusal(vm.status, "update") !== null) refuseByState(await readVmWithOperation(context, type, vmId), "update");
  if (await changesAnything(context, vm, request)) {
    context.send(
      queryOf(update, {
        workspace_id: context.workspace.id,
        vm_id: vmId,
        name: name ?? null,
        tags: tags ?? null,
        firewall_group_ids: groups ?? null,
        deletion_protection: deletion_protection ?? null,
      }),
    );
  }
  return getVm(context, type, { vm_id: vmId });
}

async function changesAnything(
  context: RequestContext,
  vm: LockedVm,
  { vm_id, name, tags, firewall_group_ids: groups, deletion_protection }: Update,
): Promise<boolean> {
  if (
    (name !== undefined && name !== vm.name) ||
    (tags !== undefined && JSON.stringify(tags) !== JSON.stringify(vm.tags)) ||
    (deletion_protection !== undefined && deletion_protection !== vm.deletion_protection)
  )
    return true;
  if (groups === undefined) return false;
  const linked = new Set(await firewallGroupsOf(context.sql, context.workspace.id, vm_id));
  const wanted = new Set(groups);
  return linked.size !== wanted.size || groups.some((id) => !linked.has(id));
}

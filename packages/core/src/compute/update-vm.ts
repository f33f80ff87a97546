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
     DELETE FROM firewall_group_vm WHERE workspace_id = $1::bigint AND vm_id = $2 AND firewall_group_id <> ALL ($5::text[])
   ), linked AS (
     INSERT INTO firewall_group_vm (workspace_id, firewall_group_id, vm_id)
     SELECT $1::bigint, g.firewall_group_id, $2 FROM unnest($5::text[]) AS g (firewall_group_id)
         ON CONFLICT DO NOTHING
   )
   UPDATE vm SET name = coalesce($3, name), tags = coalesce($4::text[], tags), deletion_protection = coalesce($6::boolean, deletion_protection), updated_at = now() WHERE workspace_id = $1::bigint AND vm_id = $2`,
);

/**
 * Changes a VM's name, tags, firewall groups and protection. Without a change, nothing is written. A VM that an operation holds can
 * be changed too, since its instance is not affected.
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
    const values = [context.workspace.id, vmId, name ?? null, tags ?? null, groups ?? null] as const;
    context.send(queryOf(update, [...values, deletion_protection ?? null]));
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

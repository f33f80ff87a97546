import { type VmType, vmRefusal } from "@fulmar/contract";
import { queryOf, statement } from "@fulmar/prisma";
import { firewallGroupsOf, keepFirewallGroups } from "../networking/index.ts";
import type { RequestContext } from "../request/context.ts";
import { found } from "../request/domain-error.ts";
import { sealUserData } from "./user-data.ts";
import {
  type LockedVm,
  readVmWithOperation,
  refuseByState,
  refuseVmChange,
  type VmInput,
  vmNoun,
} from "./vm-guards.ts";
import { getVm, type VmDetailRow } from "./vms.ts";

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
          deletion_protection = coalesce($deletion_protection::boolean, deletion_protection), updated_at = now(),
          user_data = CASE WHEN $sealed_user_data::bytea IS NULL THEN user_data END,
          sealed_user_data = coalesce($sealed_user_data, sealed_user_data)
    WHERE workspace_id = $workspace_id::bigint AND vm_id = $vm_id`,
);

/**
 * Changes a VM's name, tags, firewall groups, protection and user data. Without a change, nothing is written. A VM that
 * an operation holds can be changed too, since its instance is not affected; but not its user data, which the operation
 * may be about to write.
 * @param locked the result of `lockQuery`
 * @throws DomainError 404, 409
 */
export async function updateVm(
  context: RequestContext,
  type: VmType,
  request: VmInput<"update">,
  locked: LockedVm | undefined,
): Promise<VmDetailRow> {
  const { vm_id, name, tags, firewall_group_ids, deletion_protection, user_data } = request;
  const vm = found(locked, vmNoun(type));
  if (firewall_group_ids !== undefined) await keepFirewallGroups(context, firewall_group_ids);
  if (vmRefusal(vm.status, "update") !== null) refuseByState(await readVmWithOperation(context, type, vm_id), "update");
  if (user_data !== undefined && vm.operation_id !== null)
    await refuseVmChange(context, { type, vm_id, action: "update" }, true);
  if (await changesAnything(context, vm, request)) {
    const sealed_user_data = sealUserData(context.configuration.secrets, vm_id, user_data);
    const values = { workspace_id: context.workspace.id, vm_id, name, tags, firewall_group_ids, deletion_protection };
    context.send(queryOf(update, { ...values, sealed_user_data }));
  }
  return getVm(context, type, vm_id);
}

async function changesAnything(
  context: RequestContext,
  vm: LockedVm,
  { vm_id, name, tags, firewall_group_ids: groups, deletion_protection, user_data }: VmInput<"update">,
): Promise<boolean> {
  // It is sealed, so what is sent is not compared with it.
  if (user_data !== undefined) return true;
  if (
    (name !== undefined && name !== vm.name) ||
    (tags !== undefined && JSON.stringify(tags) !== JSON.stringify(vm.tags)) ||
    (deletion_protection !== undefined && deletion_protection !== vm.deletion_protection)
  )
    return true;
  if (groups === undefined) return false;
  const linked = new Set(await firewallGroupsOf(context, vm_id));
  const wanted = new Set(groups);
  return linked.size !== wanted.size || groups.some((id) => !linked.has(id));
}

import { vmRefusal } from "@fulmar/contract";
import type { Handler } from "../request/context.ts";
import { conflict, notFound } from "../request/domain-error.ts";
import { VmAddresses, vmBlocker } from "./address-holders.ts";
import { FirewallInstanceRepository, toFirewallInstance } from "./firewall-instance-repository.ts";
import { keepFirewallGroups } from "./firewall-links.ts";

/** Links a firewall group to a VM, which need not be running: the rules are its network's, not its machine's. */
export const linkFirewallInstance: Handler<"firewallInstance.link"> = async (
  { sql, workspace },
  { firewall_group_id, vm_id },
) => {
  const vm = await new VmAddresses(sql, workspace.id).lock(vm_id);
  if (!(await keepFirewallGroups(sql, workspace.id, [firewall_group_id]))) throw notFound("firewall group");
  if (vm === undefined) throw notFound("VM");
  const refusal = vmRefusal(vm.status, "update");
  if (refusal !== null) throw conflict(refusal.code, refusal.reason, [vmBlocker(vm)]);
  const instances = new FirewallInstanceRepository(sql, workspace.id, firewall_group_id);
  if (!(await instances.link(vm_id)))
    throw conflict("vm_already_linked", "The firewall group is linked to the VM already.", [vmBlocker(vm)]);
  const row = await instances.get(vm_id);
  if (row === undefined) throw new Error("the database made no link");
  return toFirewallInstance(row);
};

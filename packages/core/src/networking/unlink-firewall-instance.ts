import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { VmAddresses } from "./address-holders.ts";
import { FirewallInstanceRepository } from "./firewall-instance-repository.ts";
import { keepFirewallGroups } from "./firewall-links.ts";

export const unlinkFirewallInstance: Handler<"firewallInstance.unlink"> = async (
  { sql, workspace },
  { firewall_group_id, vm_id },
) => {
  await new VmAddresses(sql, workspace.id).lock(vm_id);
  if (!(await keepFirewallGroups(sql, workspace.id, [firewall_group_id]))) throw notFound("firewall group");
  if (!(await new FirewallInstanceRepository(sql, workspace.id, firewall_group_id).unlink(vm_id)))
    throw notFound("VM of this firewall group");
  return { status: "deleted", id: vm_id };
};

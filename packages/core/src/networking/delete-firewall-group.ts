import type { Handler } from "../request/context.ts";
import { conflict, mayPass, notFound } from "../request/domain-error.ts";
import { FirewallGroupRepository } from "./firewall-group-repository.ts";

/**
 * Deletes a firewall group and its rules; one that VMs are linked to, or that is the default, stays (design: 409
 * guards).
 */
export const deleteFirewallGroup: Handler<"firewallGroup.delete"> = async (
  { sql, workspace },
  { firewall_group_id },
) => {
  const groups = new FirewallGroupRepository(sql, workspace.id);
  const held = await groups.hold(firewall_group_id);
  if (held === undefined) throw notFound("firewall group");
  if (held.is_default)
    throw conflict("firewall_group_default", "The firewall group is the workspace's default; change is_default first.");
  const blockers = await groups.linked(firewall_group_id);
  if (blockers.length > 0)
    throw mayPass(
      conflict("firewall_group_in_use", "VMs are linked to the firewall group; unlink them first.", blockers),
    );
  await groups.delete(firewall_group_id);
  return { status: "deleted", id: firewall_group_id };
};

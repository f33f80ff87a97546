import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { FirewallGroupRepository, toFirewallGroup } from "./firewall-group-repository.ts";

/** Changes what is sent, and nothing where nothing is. The database refuses a taken name and a second default group. */
export const updateFirewallGroup: Handler<"firewallGroup.update"> = async (
  { sql, workspace },
  { firewall_group_id, ...change },
) => {
  const groups = new FirewallGroupRepository(sql, workspace.id);
  if (Object.values(change).some((value) => value !== undefined)) await groups.update(firewall_group_id, change);
  const row = await groups.get(firewall_group_id);
  if (row === undefined) throw notFound("firewall group");
  return toFirewallGroup(row, workspace);
};

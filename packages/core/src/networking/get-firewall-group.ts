import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { FirewallGroupRepository, toFirewallGroup } from "./firewall-group-repository.ts";

export const getFirewallGroup: Handler<"firewallGroup.get"> = async ({ sql, workspace }, { firewall_group_id }) => {
  const row = await new FirewallGroupRepository(sql, workspace.id).get(firewall_group_id);
  if (row === undefined) throw notFound("firewall group");
  return toFirewallGroup(row, workspace);
};

import type { Handler } from "../request/context.ts";
import { FirewallGroupRepository, toFirewallGroup } from "./firewall-group-repository.ts";

/** spec: POST /networking/firewall-groups. The database refuses a taken name and a second default group. */
export const createFirewallGroup: Handler<"firewallGroup.create"> = async (
  { sql, workspace },
  { name, description = null, is_default },
) => {
  const row = await new FirewallGroupRepository(sql, workspace.id).insert({ name, description, isDefault: is_default });
  return toFirewallGroup(row, workspace);
};

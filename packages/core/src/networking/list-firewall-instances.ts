import { decodeCursor, toPage } from "../query/paging.ts";
import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { FirewallGroupRepository } from "./firewall-group-repository.ts";
import { FirewallInstanceRepository, toFirewallInstance } from "./firewall-instance-repository.ts";

export const listFirewallInstances: Handler<"firewallInstance.list"> = async (
  { sql, workspace },
  { firewall_group_id, limit, cursor },
) => {
  if (!(await new FirewallGroupRepository(sql, workspace.id).exists(firewall_group_id)))
    throw notFound("firewall group");
  const rows = await new FirewallInstanceRepository(sql, workspace.id, firewall_group_id).list(
    decodeCursor(cursor, "vm"),
    limit + 1,
  );
  return toPage(rows, limit, (row) => row.vm_id, toFirewallInstance);
};

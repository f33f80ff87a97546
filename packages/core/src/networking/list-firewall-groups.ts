import { decodeCursor, toPage } from "../query/paging.ts";
import type { Handler } from "../request/context.ts";
import { FirewallGroupRepository, toFirewallGroup } from "./firewall-group-repository.ts";

export const listFirewallGroups: Handler<"firewallGroup.list"> = async (
  { sql, workspace },
  { limit, cursor, ...filter },
) => {
  const rows = await new FirewallGroupRepository(sql, workspace.id).list(filter, decodeCursor(cursor, "fw"), limit + 1);
  return toPage(
    rows,
    limit,
    (row) => row.firewall_group_id,
    (row) => toFirewallGroup(row, workspace),
  );
};

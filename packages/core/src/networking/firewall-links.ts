import { type Sql, statement } from "@fulmar/prisma";

const keep = statement(
  "firewall_group_keep",
  "SELECT FROM firewall_group WHERE workspace_id = $1::bigint AND firewall_group_id = ANY ($2::text[]) ORDER BY firewall_group_id FOR KEY SHARE",
);

const ofVm = statement(
  "firewall_groups_of_vm",
  "SELECT firewall_group_id FROM firewall_group_vm WHERE workspace_id = $1::bigint AND vm_id = $2",
);

const link = statement(
  "firewall_groups_link",
  `INSERT INTO firewall_group_vm (workspace_id, firewall_group_id, vm_id)
   SELECT DISTINCT $1::bigint, g.firewall_group_id, $2 FROM unnest($3::text[]) AS g (firewall_group_id)`,
);

/** Keeps firewall groups from being deleted until the transaction ends. @returns whether all of them are there */
export async function keepFirewallGroups(
  sql: Sql,
  workspaceId: bigint,
  firewallGroupIds: readonly string[],
): Promise<boolean> {
  if (firewallGroupIds.length === 0) return true;
  const kept = await sql.query(keep, [workspaceId, firewallGroupIds]);
  return kept.length === new Set(firewallGroupIds).size;
}

/** The groups that a VM is in, in any order. */
export async function firewallGroupsOf(sql: Sql, workspaceId: bigint, vmId: string): Promise<string[]> {
  const rows = await sql.query(ofVm, [workspaceId, vmId]);
  return rows.map((row) => row.firewall_group_id);
}

/** Puts a VM that is in no group yet into some. */
export async function linkFirewallGroups(
  sql: Sql,
  workspaceId: bigint,
  vmId: string,
  firewallGroupIds: readonly string[],
): Promise<void> {
  await sql.query(link, [workspaceId, vmId, firewallGroupIds]);
}

import { FirewallInstance, vmRefusal } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import { olderThan, toPage } from "../query/paging.ts";
import { wireForm } from "../query/wire-form.ts";
import type { Handler, InWorkspace } from "../request/context.ts";
import { conflict, found, notFound } from "../request/domain-error.ts";
import { VmAddresses, vmBlocker } from "./address-holders.ts";
import { requireFirewallGroup } from "./firewall-groups.ts";

/**
 * The records of the links that `links` selects. A list selects its page there, so that VMs and their states are only
 * read for the page.
 */
const recordsOf = (links: string) => `
  SELECT l.vm_id, v.type::text AS vm_type, v.name, v.status::text, l.created_at AS linked_at,
         s.applied_revision IS DISTINCT FROM s.revision AS pending_changes,
         s.applied_at, s.error_code, s.error_message
    FROM (SELECT * FROM firewall_group_vm
           WHERE workspace_id = $workspace_id::bigint AND firewall_group_id = $firewall_group_id ${links}) l
    JOIN vm v ON v.workspace_id = l.workspace_id AND v.vm_id = l.vm_id
    LEFT JOIN network_state s ON s.workspace_id = l.workspace_id AND s.resource_type = 'vm' AND s.resource_id = l.vm_id
   ORDER BY l.vm_id DESC`;

const list = statement("firewall_instance_list", recordsOf("AND vm_id < $after ORDER BY vm_id DESC LIMIT $limit"));
const get = statement("firewall_instance_get", recordsOf("AND vm_id = $vm_id"));

const link = statement(
  "firewall_instance_link",
  `INSERT INTO firewall_group_vm (workspace_id, firewall_group_id, vm_id)
   VALUES ($workspace_id::bigint, $firewall_group_id, $vm_id) ON CONFLICT DO NOTHING RETURNING vm_id`,
);
const unlink = statement(
  "firewall_instance_unlink",
  `DELETE FROM firewall_group_vm
    WHERE workspace_id = $workspace_id::bigint AND firewall_group_id = $firewall_group_id AND vm_id = $vm_id
   RETURNING vm_id`,
);

const keep = statement(
  "firewall_group_keep",
  `SELECT FROM firewall_group
    WHERE workspace_id = $workspace_id::bigint AND firewall_group_id = ANY ($firewall_group_ids::text[])
    ORDER BY firewall_group_id FOR SHARE`,
);

const ofVm = statement(
  "firewall_groups_of_vm",
  "SELECT firewall_group_id FROM firewall_group_vm WHERE workspace_id = $workspace_id::bigint AND vm_id = $vm_id",
);

const linkGroups = statement(
  "firewall_groups_link",
  `INSERT INTO firewall_group_vm (workspace_id, firewall_group_id, vm_id)
   SELECT DISTINCT $workspace_id::bigint, g.firewall_group_id, $vm_id
     FROM unnest($firewall_group_ids::text[]) AS g (firewall_group_id)`,
);

const toFirewallInstance = wireForm(FirewallInstance);

/**
 * Locks firewall groups against deletion and changes of their rules until the transaction ends. A change that is not
 * committed yet would not be in the network of a VM that is linked meanwhile, and would not know of the VM.
 * @throws DomainError 404 if one does not exist
 */
export async function keepFirewallGroups(
  { sql, workspace }: InWorkspace,
  firewall_group_ids: readonly string[],
): Promise<void> {
  if (firewall_group_ids.length === 0) return;
  const kept = await sql.query(keep, { workspace_id: workspace.id, firewall_group_ids });
  if (kept.length !== new Set(firewall_group_ids).size) throw notFound("firewall group");
}

/** The groups that a VM is linked to, in any order. */
export async function firewallGroupsOf({ sql, workspace }: InWorkspace, vm_id: string): Promise<string[]> {
  const rows = await sql.query(ofVm, { workspace_id: workspace.id, vm_id });
  return rows.map((row) => row.firewall_group_id);
}

/** Links a new VM to firewall groups. */
export async function linkFirewallGroups(
  { sql, workspace }: InWorkspace,
  vm_id: string,
  firewall_group_ids: readonly string[],
): Promise<void> {
  await sql.query(linkGroups, { workspace_id: workspace.id, vm_id, firewall_group_ids });
}

export const listFirewallInstances: Handler<"firewallInstance.list"> = async (
  context,
  { firewall_group_id, limit, cursor },
) => {
  const { sql, workspace } = context;
  await requireFirewallGroup(context, firewall_group_id);
  const after = olderThan(cursor, "vm");
  const rows = await sql.query(list, { workspace_id: workspace.id, firewall_group_id, after, limit: limit + 1 });
  return toPage(rows, limit, (row) => row.vm_id, toFirewallInstance);
};

/** Links a firewall group to a VM. The VM need not be running: rules belong to its network, not to its instance. */
export const linkFirewallInstance: Handler<"firewallInstance.link"> = async (context, ids) => {
  const { sql, workspace } = context;
  const values = { workspace_id: workspace.id, ...ids };
  const locked = await new VmAddresses(sql, workspace.id).lock(ids.vm_id);
  await keepFirewallGroups(context, [ids.firewall_group_id]);
  const vm = found(locked, "VM");
  const refusal = vmRefusal(vm.status, "update");
  if (refusal !== null) throw conflict(refusal.code, refusal.reason, [vmBlocker(vm)]);
  if ((await sql.maybe(link, values)) === undefined)
    throw conflict("vm_already_linked", "The firewall group is linked to the VM already.", [vmBlocker(vm)]);
  return toFirewallInstance(await sql.one(get, values));
};

export const unlinkFirewallInstance: Handler<"firewallInstance.unlink"> = async (context, ids) => {
  const { sql, workspace } = context;
  await new VmAddresses(sql, workspace.id).lock(ids.vm_id);
  await keepFirewallGroups(context, [ids.firewall_group_id]);
  found(await sql.maybe(unlink, { workspace_id: workspace.id, ...ids }), "VM of this firewall group");
  return { status: "deleted", id: ids.vm_id };
};

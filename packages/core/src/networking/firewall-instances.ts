import { type FirewallInstance, vmRefusal } from "@fulmar/contract";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { decodeCursor, toPage } from "../query/paging.ts";
import { toTimestamp } from "../query/timestamp.ts";
import type { Handler } from "../request/context.ts";
import { conflict, notFound } from "../request/domain-error.ts";
import { newerThanAny } from "../request/identifiers.ts";
import { VmAddresses, vmBlocker } from "./address-holders.ts";
import { FirewallGroupRepository } from "./firewall-groups.ts";

const NEWER_THAN_ANY = newerThanAny("vm");

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

/** A link as lists read it. */
type FirewallInstanceRow = RowOf<typeof get>;

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

/** The links of one firewall group to VMs. */
class FirewallInstanceRepository {
  readonly #sql: Sql;
  readonly #place: { readonly workspace_id: bigint; readonly firewall_group_id: string };

  constructor(sql: Sql, workspaceId: bigint, firewallGroupId: string) {
    this.#sql = sql;
    this.#place = { workspace_id: workspaceId, firewall_group_id: firewallGroupId };
  }

  /** Newest VMs first, at most `limit`, older than `after`. */
  list(after: string | undefined, limit: number): Promise<FirewallInstanceRow[]> {
    return this.#sql.query(list, { ...this.#place, after: after ?? NEWER_THAN_ANY, limit });
  }

  async get(vmId: string): Promise<FirewallInstanceRow | undefined> {
    const [row] = await this.#sql.query(get, { ...this.#place, vm_id: vmId });
    return row;
  }

  /** @returns false when it is linked already */
  async link(vmId: string): Promise<boolean> {
    return (await this.#sql.query(link, { ...this.#place, vm_id: vmId })).length > 0;
  }

  /** @returns false when it is not linked */
  async unlink(vmId: string): Promise<boolean> {
    return (await this.#sql.query(unlink, { ...this.#place, vm_id: vmId })).length > 0;
  }
}

function toFirewallInstance(row: FirewallInstanceRow): FirewallInstance {
  return {
    ...row,
    linked_at: toTimestamp(row.linked_at),
    applied_at: row.applied_at === null ? null : toTimestamp(row.applied_at),
  };
}

const keep = statement(
  "firewall_group_keep",
  `SELECT FROM firewall_group
    WHERE workspace_id = $workspace_id::bigint AND firewall_group_id = ANY ($firewall_group_ids::text[])
    ORDER BY firewall_group_id FOR KEY SHARE`,
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

/**
 * Locks firewall groups against deletion until the transaction ends.
 * @returns whether all of them exist
 */
export async function keepFirewallGroups(
  sql: Sql,
  workspaceId: bigint,
  firewallGroupIds: readonly string[],
): Promise<boolean> {
  if (firewallGroupIds.length === 0) return true;
  const kept = await sql.query(keep, { workspace_id: workspaceId, firewall_group_ids: firewallGroupIds });
  return kept.length === new Set(firewallGroupIds).size;
}

/** The groups that a VM is linked to, in any order. */
export async function firewallGroupsOf(sql: Sql, workspaceId: bigint, vmId: string): Promise<string[]> {
  const rows = await sql.query(ofVm, { workspace_id: workspaceId, vm_id: vmId });
  return rows.map((row) => row.firewall_group_id);
}

/** Links a new VM to firewall groups. */
export async function linkFirewallGroups(
  sql: Sql,
  workspaceId: bigint,
  vmId: string,
  firewallGroupIds: readonly string[],
): Promise<void> {
  await sql.query(linkGroups, { workspace_id: workspaceId, vm_id: vmId, firewall_group_ids: firewallGroupIds });
}

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

/** Links a firewall group to a VM. The VM need not be running: rules belong to its network, not to its instance. */
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
  if (row === undefined) throw new Error("the database created no link");
  return toFirewallInstance(row);
};

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

import type { FirewallInstance, VmStatus } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { toTimestamp } from "../query/timestamp.ts";
import { newerThanAny } from "../request/identifiers.ts";

/** A link as lists read it. */
export interface FirewallInstanceRow {
  vm_id: string;
  vm_type: "cloud" | "gpu";
  name: string;
  status: VmStatus;
  linked_at: Date;
  pending_changes: boolean;
  applied_at: Date | null;
  error_code: string | null;
  error_message: string | null;
}

const NEWER_THAN_ANY = newerThanAny("vm");

/**
 * The records of the links that `links` selects. A list selects its page there: VMs and their states are looked up for
 * the page alone.
 */
const recordsOf = (links: string) => `
  SELECT l.vm_id, v.type::text AS vm_type, v.name, v.status::text, l.created_at AS linked_at, s.applied_revision IS DISTINCT FROM s.revision AS pending_changes,
         s.applied_at, s.error_code, s.error_message
    FROM (SELECT * FROM firewall_group_vm WHERE workspace_id = $1::bigint AND firewall_group_id = $2 ${links}) l
    JOIN vm v ON v.workspace_id = l.workspace_id AND v.vm_id = l.vm_id
    LEFT JOIN network_state s ON s.workspace_id = l.workspace_id AND s.resource_type = 'vm' AND s.resource_id = l.vm_id
   ORDER BY l.vm_id DESC`;

const list = statement("firewall_instance_list", recordsOf("AND vm_id < $3 ORDER BY vm_id DESC LIMIT $4"));
const get = statement("firewall_instance_get", recordsOf("AND vm_id = $3"));
const link = statement(
  "firewall_instance_link",
  `INSERT INTO firewall_group_vm (workspace_id, firewall_group_id, vm_id) VALUES ($1::bigint, $2, $3) ON CONFLICT DO NOTHING RETURNING vm_id`,
);
const unlink = statement(
  "firewall_instance_unlink",
  "DELETE FROM firewall_group_vm WHERE workspace_id = $1::bigint AND firewall_group_id = $2 AND vm_id = $3 RETURNING vm_id",
);

/** The VMs that one firewall group of one workspace is linked to. */
export class FirewallInstanceRepository {
  readonly #sql: Sql;
  readonly #place: readonly [workspaceId: bigint, firewallGroupId: string];

  constructor(sql: Sql, workspaceId: bigint, firewallGroupId: string) {
    this.#sql = sql;
    this.#place = [workspaceId, firewallGroupId];
  }

  /** The newest VMs first, `limit` at most, those older than `after`. */
  list(after: string | undefined, limit: number): Promise<FirewallInstanceRow[]> {
    return this.#sql.query(list, [...this.#place, after ?? NEWER_THAN_ANY, limit]);
  }

  async get(vmId: string): Promise<FirewallInstanceRow | undefined> {
    const [row] = await this.#sql.query(get, [...this.#place, vmId]);
    return row;
  }

  /** @returns false when it is linked already */
  async link(vmId: string): Promise<boolean> {
    return (await this.#sql.query(link, [...this.#place, vmId])).length > 0;
  }

  /** @returns false when it is not linked */
  async unlink(vmId: string): Promise<boolean> {
    return (await this.#sql.query(unlink, [...this.#place, vmId])).length > 0;
  }
}

export function toFirewallInstance(row: FirewallInstanceRow): FirewallInstance {
  return {
    ...row,
    linked_at: toTimestamp(row.linked_at),
    applied_at: row.applied_at === null ? null : toTimestamp(row.applied_at),
  };
}

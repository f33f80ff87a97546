import { type Blocker, networkRefusal } from "@fulmar/contract";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import type { InWorkspace } from "../request/context.ts";
import { conflict } from "../request/domain-error.ts";

const lockVm = statement(
  "vm_network_lock",
  `SELECT vm_id, type::text, name, status::text, site_id FROM vm
    WHERE workspace_id = $workspace_id::bigint AND vm_id = $vm_id FOR NO KEY UPDATE`,
);

/** The columns of a VM that networking needs. */
export type NetworkedVm = RowOf<typeof lockVm>;

const firstNode = statement(
  "vm_first_node",
  `SELECT allocation_id FROM vpc_node WHERE workspace_id = $workspace_id::bigint AND vm_id = $vm_id
    ORDER BY allocation_id LIMIT 1`,
);

const show = statement(
  "vm_addresses_show",
  `UPDATE vm v
      SET private_ip = coalesce(
            (SELECT host(n.private_ip) FROM vpc_node n WHERE n.workspace_id = v.workspace_id AND n.vm_id = v.vm_id
              ORDER BY n.allocation_id LIMIT 1),
            v.private_ip),
          public_ip = (
            SELECT host(a.address) FROM reserved_ip r JOIN public_address a ON a.public_ip_id = r.public_ip_id
             WHERE r.workspace_id = v.workspace_id AND r.attached_vm_id = v.vm_id),
          updated_at = CASE WHEN $changed THEN now() ELSE v.updated_at END
    WHERE v.workspace_id = $workspace_id::bigint AND v.vm_id = $vm_id`,
);

/**
 * The network columns of one workspace's VMs. Every change of a VM's addresses locks the VM first, then subnet, NAT
 * gateway and reserved IP, in the same order as the deletion of a VM, so that they cannot deadlock.
 */
export class VmAddresses {
  readonly #sql: Sql;
  readonly #workspaceId: bigint;

  constructor(sql: Sql, workspaceId: bigint) {
    this.#sql = sql;
    this.#workspaceId = workspaceId;
  }

  /** Locks a cloud or GPU VM until the transaction ends. */
  lock(vmId: string): Promise<NetworkedVm | undefined> {
    return this.#sql.maybe(lockVm, { workspace_id: this.#workspaceId, vm_id: vmId });
  }

  /** Returns the node whose private address the VM shows. It also carries the VM's public address. */
  async firstNode(vmId: string): Promise<string | null> {
    const row = await this.#sql.maybe(firstNode, { workspace_id: this.#workspaceId, vm_id: vmId });
    return row?.allocation_id ?? null;
  }

  /**
   * Updates the addresses that the VM shows from its nodes and its reserved IP: the private address of its first node,
   * and its public address.
   * @param written "new" leaves `updated_at` unchanged
   */
  async show(vmId: string, written: "new" | "changed" = "changed"): Promise<void> {
    await this.#sql.query(show, { workspace_id: this.#workspaceId, vm_id: vmId, changed: written === "changed" });
  }
}

/** @throws DomainError 409 when the VM has no instance for an address */
export function requireAttachable(vm: NetworkedVm): void {
  const refusal = networkRefusal(vm.status);
  if (refusal !== null) throw conflict(refusal.code, refusal.reason, [vmBlocker(vm)]);
}

export function vmBlocker(vm: NetworkedVm): Blocker {
  return { type: `${vm.type}_vm`, id: vm.vm_id, name: vm.name };
}

const lockBalancer = statement(
  "load_balancer_lock",
  `SELECT name, site_id, vpc_id, deletion_protection FROM load_balancer
    WHERE workspace_id = $workspace_id::bigint AND load_balancer_id = $load_balancer_id FOR UPDATE`,
);

/**
 * Locks a load balancer until the transaction ends. Changes of one load balancer are serialized, and each begins with a
 * read after this lock. It is here because a reserved IP can be attached to a load balancer.
 */
export function lockLoadBalancer(
  { sql, workspace }: InWorkspace,
  load_balancer_id: string,
): Promise<RowOf<typeof lockBalancer> | undefined> {
  return sql.maybe(lockBalancer, { workspace_id: workspace.id, load_balancer_id });
}

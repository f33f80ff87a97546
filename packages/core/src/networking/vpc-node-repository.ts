import type { VmNode, VpcNodeAllocation } from "@fulmar/contract";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";

interface NewVpcNode {
  readonly allocationId: string;
  readonly subnetId: string;
  readonly vmId: string;
  readonly natGatewayId: string | null;
}

/**
 * The records of the nodes that `nodes` selects. A list selects its page there, so that joins only read rows for the
 * page.
 */
const recordsOf = (nodes: string, { columns = "", joins = "" } = {}) => `
  SELECT n.allocation_id, n.vpc_id, n.subnet_id, n.vm_id, host(n.private_ip) AS private_ip,
         masklen(n.subnet_cidr) AS prefix_length,
         host(netmask(n.subnet_cidr)) AS subnet_mask, host(n.gateway) AS gateway, s.dns,
         r.public_ip_id, host(ra.address) AS public_ip, n.nat_gateway_id, host(ga.address) AS nat_public_ip,
         CASE WHEN w.error_code IS NULL THEN 'attached' ELSE 'error' END AS status ${columns}
    FROM (SELECT * FROM vpc_node WHERE workspace_id = $workspace_id::bigint AND ${nodes}) n
    JOIN subnet s ON s.workspace_id = n.workspace_id AND s.vpc_id = n.vpc_id AND s.subnet_id = n.subnet_id
    LEFT JOIN reserved_ip r ON r.workspace_id = n.workspace_id AND r.attached_vm_id = n.vm_id
     AND r.attached_allocation_id = n.allocation_id
    LEFT JOIN public_address ra ON ra.public_ip_id = r.public_ip_id
    LEFT JOIN reserved_ip g ON g.workspace_id = n.workspace_id AND g.attached_nat_gateway_id = n.nat_gateway_id
    LEFT JOIN public_address ga ON ga.public_ip_id = g.public_ip_id
    LEFT JOIN network_state w ON w.workspace_id = n.workspace_id AND w.resource_type = 'vm'
     AND w.resource_id = n.vm_id ${joins}
   ORDER BY n.allocation_id DESC`;

const list = statement(
  "vpc_node_list",
  recordsOf(
    `vpc_id = $vpc_id AND ($after::text IS NULL OR allocation_id < $after)
     AND ($subnet_id::text IS NULL OR subnet_id = $subnet_id) AND ($vm_id::text IS NULL OR vm_id = $vm_id)
     ORDER BY allocation_id DESC LIMIT $limit`,
  ),
);
const get = statement("vpc_node_get", recordsOf("vpc_id = $vpc_id AND allocation_id = $allocation_id"));

/** A node as lists and gets read it. Its status is `error` while its site refuses the VM's network. */
type VpcNodeRow = RowOf<typeof get>;

const find = statement("vpc_node_find", recordsOf("vpc_id = $vpc_id AND subnet_id = $subnet_id AND vm_id = $vm_id"));
/**
 * The records of the nodes of the VM `$vm_id` of the workspace `$workspace_id` in all VPCs, newest first, with the
 * names of their VPCs and subnets.
 */
export const nodesOfVm = recordsOf("vm_id = $vm_id", {
  columns: ", c.name AS vpc_name, s.name AS subnet_name, s.cidr::text AS subnet_cidr",
  joins: "JOIN vpc c ON c.workspace_id = n.workspace_id AND c.vpc_id = n.vpc_id",
});

// The next address is the one above the highest in use, if there is one, else the lowest free address after a taken one
// (the network's own and the gateway's are taken). The caller has locked the subnet, so that no concurrent request
// takes the address. The unique index would refuse it. OFFSET 0 keeps the search from running once per use.
const insert = statement(
  "vpc_node_insert",
  `INSERT INTO vpc_node (allocation_id, workspace_id, vpc_id, subnet_id, vm_id, subnet_cidr, gateway, private_ip,
                         nat_gateway_id, site_private_ip)
   SELECT $allocation_id, s.workspace_id, s.vpc_id, s.subnet_id, v.vm_id, s.cidr, s.gateway, free.address,
          $nat_gateway_id::text,
          CASE WHEN known.vm_id IS NULL THEN v.private_ip ELSE known.site_private_ip END
     FROM subnet s
     JOIN vm v ON v.workspace_id = s.workspace_id AND v.vm_id = $vm_id
     LEFT JOIN LATERAL (SELECT n.vm_id, n.site_private_ip FROM vpc_node n
                         WHERE n.workspace_id = v.workspace_id AND n.vm_id = v.vm_id LIMIT 1) known ON true
     CROSS JOIN LATERAL (SELECT host(s.cidr)::inet AS network, host(broadcast(s.cidr))::inet AS broadcast) AS bounds
     CROSS JOIN LATERAL (
       SELECT coalesce(
         (SELECT above.address
            FROM (SELECT coalesce((SELECT n.private_ip FROM vpc_node n WHERE n.subnet_id = s.subnet_id
                                    ORDER BY n.private_ip DESC LIMIT 1), bounds.network) AS address) highest
           CROSS JOIN LATERAL (VALUES (highest.address + 1), (highest.address + 2)) AS above (address)
           WHERE above.address < bounds.broadcast AND above.address <> s.gateway
           ORDER BY above.address LIMIT 1),
         (SELECT gap.after + 1
            FROM (
              SELECT taken.address AS after, lead(taken.address) OVER (ORDER BY taken.address) AS next
                FROM (SELECT bounds.network UNION ALL SELECT s.gateway UNION ALL SELECT n.private_ip FROM vpc_node n
                       WHERE n.subnet_id = s.subnet_id) AS taken (address)
            ) AS gap
           WHERE gap.after + 1 < bounds.broadcast AND gap.next IS DISTINCT FROM gap.after + 1
           ORDER BY gap.after LIMIT 1)
       ) AS address
       OFFSET 0
     ) AS free
    WHERE s.workspace_id = $workspace_id::bigint AND s.vpc_id = $vpc_id AND s.subnet_id = $subnet_id
      AND free.address IS NOT NULL
   RETURNING allocation_id`,
);

const remove = statement(
  "vpc_node_delete",
  `WITH gone AS (
     DELETE FROM vpc_node
      WHERE workspace_id = $workspace_id::bigint AND vpc_id = $vpc_id AND allocation_id = $allocation_id
     RETURNING workspace_id, vm_id, site_private_ip
   )
   UPDATE vm SET private_ip = gone.site_private_ip FROM gone
    WHERE vm.workspace_id = gone.workspace_id AND vm.vm_id = gone.vm_id`,
);

/** The nodes of one VPC of one workspace. */
export class VpcNodeRepository {
  readonly #sql: Sql;
  readonly #place: { readonly workspace_id: bigint; readonly vpc_id: string };

  constructor(sql: Sql, workspaceId: bigint, vpcId: string) {
    this.#sql = sql;
    this.#place = { workspace_id: workspaceId, vpc_id: vpcId };
  }

  /** Newest first, at most `limit`, older than `after`. */
  list(
    filter: { subnet_id?: string | undefined; vm_id?: string | undefined },
    after: string | undefined,
    limit: number,
  ): Promise<VpcNodeRow[]> {
    return this.#sql.query(list, {
      ...this.#place,
      after: after ?? null,
      subnet_id: filter.subnet_id ?? null,
      vm_id: filter.vm_id ?? null,
      limit,
    });
  }

  async get(allocationId: string): Promise<VpcNodeRow | undefined> {
    const [row] = await this.#sql.query(get, { ...this.#place, allocation_id: allocationId });
    return row;
  }

  /** The node of a VM in a subnet. */
  async find(subnetId: string, vmId: string): Promise<VpcNodeRow | undefined> {
    const [row] = await this.#sql.query(find, { ...this.#place, subnet_id: subnetId, vm_id: vmId });
    return row;
  }

  /**
   * Inserts a node with the next free address of its subnet, which the caller has locked.
   * @returns false when there is none
   */
  async insert({ subnetId, allocationId, vmId, natGatewayId }: NewVpcNode): Promise<boolean> {
    const rows = await this.#sql.query(insert, {
      ...this.#place,
      subnet_id: subnetId,
      allocation_id: allocationId,
      vm_id: vmId,
      nat_gateway_id: natGatewayId,
    });
    return rows.length > 0;
  }

  /** Deletes a node. Its VM shows the private address of its site again. */
  async delete(allocationId: string): Promise<void> {
    await this.#sql.query(remove, { ...this.#place, allocation_id: allocationId });
  }
}

/** Derives connectivity from a node's addresses. A public address takes precedence over a NAT gateway. */
export function toVpcNode(row: VpcNodeRow): VpcNodeAllocation {
  const connectivity = row.public_ip_id !== null ? "public_ip" : row.nat_gateway_id !== null ? "nat" : "private";
  return { ...row, connectivity };
}

export function toVmNode({
  vpc_name,
  subnet_name,
  subnet_cidr,
  ...node
}: RowOf<"vm_network_get">["nodes"][number]): VmNode {
  return { ...toVpcNode(node), vpc_name, subnet_name, subnet_cidr };
}

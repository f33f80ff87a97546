import type { AttachVpcNode, Connectivity } from "@fulmar/contract";
import { type RowOf, statement } from "@fulmar/prisma";
import { olderThan, toPage } from "../query/paging.ts";
import type { Handler, InWorkspace, RequestContext } from "../request/context.ts";
import { conflict, found, invalidField } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { type NetworkedVm, requireAttachable, VmAddresses, vmBlocker } from "./address-holders.ts";
import { ipv6OfNode } from "./ipv6.ts";
import { keepNatGatewayOf } from "./nat-gateways.ts";
import { shownNameOf } from "./private-names.ts";
import { requireSameSite } from "./require-same-site.ts";
import {
  attachOrAssign,
  beginAddressChange,
  lockReservedIp,
  type ReservedIpRow,
  releaseAddress,
  requireFree,
  requireVmWithoutIp,
  sitedReservedIp,
} from "./reserved-ips.ts";
import { lockSubnet, type SubnetRow } from "./subnets.ts";
import { requireVpc } from "./vpcs.ts";

/**
 * The records of the nodes that `nodes` selects. A list selects its page there, so that joins only read rows for the
 * page.
 */
const recordsOf = (nodes: string, { columns = "", joins = "" } = {}) => `
  SELECT n.allocation_id, n.vpc_id, n.subnet_id, n.vm_id, host(n.private_ip) AS private_ip,
         host(n.ipv6_address) AS ipv6_address, ${shownNameOf("n")} AS private_dns_name, masklen(n.subnet_cidr) AS prefix_length,
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
    `vpc_id = $vpc_id AND allocation_id < $after
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
                         nat_gateway_id, site_private_ip, ipv6_address)
   SELECT $allocation_id, s.workspace_id, s.vpc_id, s.subnet_id, v.vm_id, s.cidr, s.gateway, free.address,
          $nat_gateway_id::text,
          CASE WHEN known.vm_id IS NULL THEN v.private_ip ELSE known.site_private_ip END,
          ${ipv6OfNode("s.ipv6_cidr", "free.address")}
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

/** Derives connectivity from a node's addresses. A public address takes precedence over a NAT gateway. */
export function toVpcNode<Row extends Pick<VpcNodeRow, "public_ip_id" | "nat_gateway_id">>(row: Row) {
  const connectivity: Connectivity =
    row.public_ip_id !== null ? "public_ip" : row.nat_gateway_id !== null ? "nat" : "private";
  return { ...row, connectivity };
}

/**
 * Gives a VM the next free address of a locked subnet.
 * @returns the node's id
 * @throws DomainError 409 `subnet_full`
 */
export async function addNode(
  { sql, workspace }: InWorkspace,
  { vpc_id, subnet_id, name }: SubnetRow,
  vm_id: string,
  nat_gateway_id: string | null,
): Promise<string> {
  const place = { workspace_id: workspace.id, vpc_id, subnet_id };
  const node = await sql.maybe(insert, { ...place, allocation_id: newId("alloc"), vm_id, nat_gateway_id });
  if (node !== undefined) return node.allocation_id;
  throw conflict("subnet_full", "The subnet has no address left; detach a node, or use another subnet.", [
    { type: "subnet", id: subnet_id, name },
  ]);
}

/** Attaches a VM to a subnet. Locks the VM, the subnet and the reserved IP. */
export const attachVpcNode: Handler<"vpcNode.attach"> = async (context, { vpc_id, ...request }) => {
  const { sql, workspace } = context;
  if (request.reserved_public_ip_id != null && request.connectivity !== "public_ip") {
    throw invalidField("reserved_public_ip_id", "can be sent only with connectivity public_ip");
  }
  const { vm, subnet, reservedIp } = await lockParties(context, vpc_id, request);
  const { vm_id, site_id } = vm;
  await requireFit(context, { vm, subnet, reservedIp, request });
  const natGatewayId = request.connectivity === "nat" ? await natGatewayOf(context, subnet) : null;

  const allocation_id = await addNode(context, subnet, vm_id, natGatewayId);
  if (request.connectivity === "public_ip") {
    const attachment = { attached_vm_id: vm_id, attached_allocation_id: allocation_id };
    await attachOrAssign(context, reservedIp?.public_ip_id, site_id, attachment);
  }
  await new VmAddresses(sql, workspace.id).show(vm_id);
  return toVpcNode(await sql.one(get, { workspace_id: workspace.id, vpc_id, allocation_id }));
};

interface Parties {
  readonly vm: NetworkedVm;
  readonly subnet: SubnetRow;
  readonly reservedIp: ReservedIpRow | undefined;
}

/** @throws DomainError 404 for the VPC and for the resources that the body names */
async function lockParties(context: RequestContext, vpcId: string, request: AttachVpcNode): Promise<Parties> {
  const { sql, workspace } = context;
  await requireVpc(context, vpcId);
  if (request.connectivity === "public_ip") await beginAddressChange(context);
  const vm = found(await new VmAddresses(sql, workspace.id).lock(request.vm_id), "VM");
  const subnet = await lockSubnet(context, vpcId, request.subnet_id);
  const reservedIp =
    request.reserved_public_ip_id == null ? undefined : await lockReservedIp(context, request.reserved_public_ip_id);
  return { vm, subnet, reservedIp };
}

/** @throws DomainError 409 with the blockers */
async function requireFit(
  context: RequestContext,
  { vm, subnet, reservedIp, request }: Parties & { request: AttachVpcNode },
): Promise<void> {
  requireAttachable(vm);
  requireSameSite(subnet.site_id, [
    { siteId: vm.site_id, blocker: vmBlocker(vm) },
    ...(reservedIp === undefined ? [] : [sitedReservedIp(reservedIp)]),
  ]);
  const { sql, workspace } = context;
  const { vpc_id, subnet_id } = subnet;
  const present = await sql.maybe(find, { workspace_id: workspace.id, vpc_id, subnet_id, vm_id: vm.vm_id });
  if (present !== undefined) {
    throw conflict(
      "vm_already_attached",
      "The VM is attached to this subnet already; detach it first or use another subnet.",
      [{ type: "vpc_node", id: present.allocation_id, name: present.private_ip }],
    );
  }
  if (reservedIp !== undefined) requireFree(reservedIp);
  if (request.connectivity === "public_ip") await requireVmWithoutIp(context, vm);
}

/** The NAT gateway that serves a subnet. @throws DomainError 409 when there is none, or it has no public address */
async function natGatewayOf(context: RequestContext, subnet: SubnetRow): Promise<string> {
  const gateway = await keepNatGatewayOf(context, subnet);
  if (gateway === undefined) {
    throw conflict(
      "nat_gateway_required",
      "No NAT gateway of the VPC serves this subnet; create one for it, or choose another connectivity.",
    );
  }
  if (gateway.public_ip_id === null) {
    throw conflict(
      "nat_gateway_without_public_ip",
      "The NAT gateway of this subnet has no public address; attach a reserved IP to it first.",
      [{ type: "nat_gateway", id: gateway.nat_gateway_id, name: gateway.name }],
    );
  }
  return gateway.nat_gateway_id;
}

export const listVpcNodes: Handler<"vpcNode.list"> = async (context, { vpc_id, limit, cursor, subnet_id, vm_id }) => {
  await requireVpc(context, vpc_id);
  const rows = await context.sql.query(list, {
    workspace_id: context.workspace.id,
    vpc_id,
    after: olderThan(cursor, "alloc"),
    subnet_id,
    vm_id,
    limit: limit + 1,
  });
  return toPage(rows, limit, (row) => row.allocation_id, toVpcNode);
};

/**
 * Detaches a VM from a subnet. A public address that the node carries is detached too. The VM shows the private address
 * of its site again.
 */
export const detachVpcNode: Handler<"vpcNode.detach"> = async (context, { vpc_id, allocation_id }) => {
  const { sql, workspace } = context;
  const values = { workspace_id: workspace.id, vpc_id, allocation_id };
  const vms = new VmAddresses(sql, workspace.id);
  await beginAddressChange(context);
  const seen = found(await sql.maybe(get, values), "VPC node");
  await vms.lock(seen.vm_id);
  // Read again, because a concurrent deletion of the VM deletes its nodes.
  const { vm_id, public_ip_id } = found(await sql.maybe(get, values), "VPC node");
  if (public_ip_id !== null) await releaseAddress(context, public_ip_id);
  await sql.query(remove, values);
  await vms.show(vm_id);
  return { status: "deleted", id: allocation_id };
};

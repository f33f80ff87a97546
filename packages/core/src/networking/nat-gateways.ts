import { decodeCursor, toPage } from "../query/paging.ts";
import type { Handler } from "../request/context.ts";
import { conflict, mayPass, notFound } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { NatGatewayRepository, toNatGateway } from "./nat-gateway-repository.ts";
import { hasFreeAddress, poolExhausted } from "./public-addresses.ts";
import { requireSameSite } from "./require-same-site.ts";
import { requireFree, sitedReservedIp } from "./reserved-ip-record.ts";
import { ReservedIpRepository } from "./reserved-ip-repository.ts";
import { SubnetRepository } from "./subnets.ts";
import { requireVpc } from "./vpcs.ts";

const SKU = "nat.gateway";

/**
 * Creates a NAT gateway with a reserved IP, or with an address that the platform assigns and that is included in the
 * gateway's price. The reserved IP is not locked while billing decides. Attaching it refuses if another request was
 * faster.
 */
export const createNatGateway: Handler<"natGateway.create"> = async (
  context,
  { vpc_id, name, subnet_ids, reserved_ip_id },
) => {
  const { sql, workspace } = context;
  const vpc = await requireVpc(context, vpc_id);
  if (!(await new SubnetRepository(sql, workspace.id, vpc_id).keep(subnet_ids))) throw notFound("subnet");
  const ips = new ReservedIpRepository(sql, workspace.id);
  const reservedIp = reserved_ip_id == null ? undefined : await ips.get(reserved_ip_id);
  if (reserved_ip_id != null && reservedIp === undefined) throw notFound("reserved IP");

  const gateways = new NatGatewayRepository(sql, workspace.id, vpc_id);
  await requireRoom(gateways, name, subnet_ids);
  if (reservedIp !== undefined) {
    requireSameSite(vpc.site_id, [sitedReservedIp(reservedIp)]);
    requireFree(reservedIp);
  } else if (!(await hasFreeAddress(sql, vpc.site_id))) throw poolExhausted();
  await context.admit({ skuCode: SKU });

  const natGatewayId = newId("nat");
  await gateways.insert({ natGatewayId, siteId: vpc.site_id, name, subnetIds: subnet_ids });
  await ips.attachOrAssign(reservedIp?.public_ip_id, vpc.site_id, { natGatewayId });
  const row = await gateways.get(natGatewayId);
  if (row === undefined) throw new Error("the database created no NAT gateway");
  return toNatGateway(row, workspace);
};

/** @throws DomainError 409 when the name is taken, or one of the subnets has a NAT gateway already */
async function requireRoom(gateways: NatGatewayRepository, name: string, subnetIds: readonly string[]): Promise<void> {
  const sameName = await gateways.named(name);
  if (sameName.length > 0)
    throw conflict("name_taken", "The workspace has another NAT gateway of this name; choose another name.", sameName);
  const serving = await gateways.serving(subnetIds);
  if (serving.length > 0) {
    throw conflict(
      "subnet_has_nat_gateway",
      "A NAT gateway serves one of the subnets already; delete it first, or leave that subnet out.",
      serving,
    );
  }
}

export const listNatGateways: Handler<"natGateway.list"> = async (
  { sql, workspace },
  { vpc_id, limit, cursor, ...filter },
) => {
  await requireVpc({ sql, workspace }, vpc_id);
  const rows = await new NatGatewayRepository(sql, workspace.id, vpc_id).list(
    filter,
    decodeCursor(cursor, "nat"),
    limit + 1,
  );
  return toPage(
    rows,
    limit,
    (row) => row.nat_gateway_id,
    (row) => toNatGateway(row, workspace),
  );
};

export const getNatGateway: Handler<"natGateway.get"> = async ({ sql, workspace }, { vpc_id, nat_gateway_id }) => {
  const row = await new NatGatewayRepository(sql, workspace.id, vpc_id).get(nat_gateway_id);
  if (row === undefined) throw notFound("NAT gateway");
  return toNatGateway(row, workspace);
};

export const updateNatGateway: Handler<"natGateway.update"> = async (
  { sql, workspace },
  { vpc_id, nat_gateway_id, name },
) => {
  const gateways = new NatGatewayRepository(sql, workspace.id, vpc_id);
  if (name !== undefined) await gateways.rename(nat_gateway_id, name);
  const row = await gateways.get(nat_gateway_id);
  if (row === undefined) throw notFound("NAT gateway");
  return toNatGateway(row, workspace);
};

/** Deletes a NAT gateway without nodes and port forwards. The workspace keeps its reserved IP. */
export const deleteNatGateway: Handler<"natGateway.delete"> = async (
  { sql, workspace },
  { vpc_id, nat_gateway_id },
) => {
  const gateways = new NatGatewayRepository(sql, workspace.id, vpc_id);
  const gateway = await gateways.lock(nat_gateway_id);
  if (gateway === undefined) throw notFound("NAT gateway");
  const blockers = await gateways.users(nat_gateway_id);
  if (blockers.length > 0)
    throw mayPass(
      conflict(
        "nat_gateway_in_use",
        "The NAT gateway has nodes or port forwards; detach the nodes and delete the port forwards first.",
        blockers,
      ),
    );
  const ips = new ReservedIpRepository(sql, workspace.id);
  const publicIp = gateway.public_ip_id === null ? undefined : await ips.lock(gateway.public_ip_id);
  if (publicIp !== undefined) await ips.detach(publicIp);
  await gateways.delete(nat_gateway_id);
  return { status: "deleted", id: nat_gateway_id };
};

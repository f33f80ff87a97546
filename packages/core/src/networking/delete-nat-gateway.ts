import type { Handler } from "../request/context.ts";
import { conflict, mayPass, notFound } from "../request/domain-error.ts";
import { NatGatewayRepository } from "./nat-gateway-repository.ts";
import { ReservedIpRepository } from "./reserved-ip-repository.ts";

/** Deletes a NAT gateway that no node uses and that forwards nothing; a reserved IP stays with the workspace. */
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
        "Nodes reach out through the NAT gateway, or ports of it are forwarded; detach those and delete these first.",
        blockers,
      ),
    );
  const ips = new ReservedIpRepository(sql, workspace.id);
  const publicIp = gateway.public_ip_id === null ? undefined : await ips.lock(gateway.public_ip_id);
  if (publicIp !== undefined) await ips.detach(publicIp);
  await gateways.delete(nat_gateway_id);
  return { status: "deleted", id: nat_gateway_id };
};

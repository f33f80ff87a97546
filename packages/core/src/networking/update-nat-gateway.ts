import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { NatGatewayRepository, toNatGateway } from "./nat-gateway-repository.ts";

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

import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { NatGatewayRepository, toNatGateway } from "./nat-gateway-repository.ts";

export const getNatGateway: Handler<"natGateway.get"> = async ({ sql, workspace }, { vpc_id, nat_gateway_id }) => {
  const row = await new NatGatewayRepository(sql, workspace.id, vpc_id).get(nat_gateway_id);
  if (row === undefined) throw notFound("NAT gateway");
  return toNatGateway(row, workspace);
};

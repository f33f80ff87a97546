import { decodeCursor, toPage } from "../query/paging.ts";
import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { NatGatewayRepository, toNatGateway } from "./nat-gateway-repository.ts";
import { VpcRepository } from "./vpc-repository.ts";

export const listNatGateways: Handler<"natGateway.list"> = async (
  { sql, workspace },
  { vpc_id, limit, cursor, ...filter },
) => {
  if ((await new VpcRepository(sql, workspace.id).get(vpc_id)) === undefined) throw notFound("VPC");
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

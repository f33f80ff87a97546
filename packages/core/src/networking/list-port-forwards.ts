import { decodeCursor, toPage } from "../query/paging.ts";
import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { NatGatewayRepository } from "./nat-gateway-repository.ts";
import { PortForwardRepository, toPortForward } from "./port-forward-repository.ts";

export const listPortForwards: Handler<"portForward.list"> = async (
  { sql, workspace },
  { vpc_id, nat_gateway_id, limit, cursor },
) => {
  if (!(await new NatGatewayRepository(sql, workspace.id, vpc_id).exists(nat_gateway_id)))
    throw notFound("NAT gateway");
  const rows = await new PortForwardRepository(sql, workspace.id, vpc_id, nat_gateway_id).list(
    decodeCursor(cursor, "fwd"),
    limit + 1,
  );
  return toPage(rows, limit, (row) => row.port_forward_id, toPortForward);
};

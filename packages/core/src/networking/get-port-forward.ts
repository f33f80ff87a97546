import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { PortForwardRepository, toPortForward } from "./port-forward-repository.ts";

export const getPortForward: Handler<"portForward.get"> = async (
  { sql, workspace },
  { vpc_id, nat_gateway_id, port_forward_id },
) => {
  const row = await new PortForwardRepository(sql, workspace.id, vpc_id, nat_gateway_id).get(port_forward_id);
  if (row === undefined) throw notFound("port forward");
  return toPortForward(row);
};

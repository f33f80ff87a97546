import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { PortForwardRepository } from "./port-forward-repository.ts";

export const deletePortForward: Handler<"portForward.delete"> = async (
  { sql, workspace },
  { vpc_id, nat_gateway_id, port_forward_id },
) => {
  if (!(await new PortForwardRepository(sql, workspace.id, vpc_id, nat_gateway_id).delete(port_forward_id)))
    throw notFound("port forward");
  return { status: "deleted", id: port_forward_id };
};

import type { Handler } from "../request/context.ts";
import { conflict, mayPass, notFound } from "../request/domain-error.ts";
import { SubnetRepository } from "./subnet-repository.ts";

export const deleteSubnet: Handler<"subnet.delete"> = async ({ sql, workspace }, { vpc_id, subnet_id }) => {
  const subnets = new SubnetRepository(sql, workspace.id, vpc_id);
  if ((await subnets.lock(subnet_id, "delete")) === undefined) throw notFound("subnet");
  const blockers = await subnets.users(subnet_id);
  if (blockers.length > 0) {
    throw mayPass(
      conflict(
        "subnet_not_empty",
        "The subnet is in use; detach its nodes and delete the NAT gateway and the load balancers in it first.",
        blockers,
      ),
    );
  }
  await subnets.delete(subnet_id);
  return { status: "deleted", id: subnet_id };
};

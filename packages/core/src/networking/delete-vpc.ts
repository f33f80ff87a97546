import type { Handler } from "../request/context.ts";
import { conflict, mayPass, notFound } from "../request/domain-error.ts";
import { SubnetRepository } from "./subnet-repository.ts";
import { VpcRepository } from "./vpc-repository.ts";

/** Deletes a VPC that has no subnets, and so no nodes and no NAT gateways. */
export const deleteVpc: Handler<"vpc.delete"> = async ({ sql, workspace }, { vpc_id }) => {
  const vpcs = new VpcRepository(sql, workspace.id);
  if ((await vpcs.lock(vpc_id, "delete")) === undefined) throw notFound("VPC");
  const blockers = await new SubnetRepository(sql, workspace.id, vpc_id).first();
  if (blockers.length > 0)
    throw mayPass(conflict("vpc_not_empty", "The VPC has subnets; delete them first.", blockers));
  await vpcs.delete(vpc_id);
  return { status: "deleted", id: vpc_id };
};

import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { SubnetRepository, toSubnet } from "./subnet-repository.ts";

/** Changes what is sent, and nothing where nothing is. */
export const updateSubnet: Handler<"subnet.update"> = async ({ sql, workspace }, { vpc_id, subnet_id, ...change }) => {
  const subnets = new SubnetRepository(sql, workspace.id, vpc_id);
  if (Object.values(change).some((value) => value !== undefined)) await subnets.update(subnet_id, change);
  const row = await subnets.get(subnet_id);
  if (row === undefined) throw notFound("subnet");
  return toSubnet(row, workspace);
};

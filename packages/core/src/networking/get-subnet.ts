import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { SubnetRepository, toSubnet } from "./subnet-repository.ts";

/** spec: GET /networking/vpcs/{vpc_id}/subnets/{subnet_id} */
export const getSubnet: Handler<"subnet.get"> = async ({ sql, workspace }, { vpc_id, subnet_id }) => {
  const row = await new SubnetRepository(sql, workspace.id, vpc_id).get(subnet_id);
  if (row === undefined) throw notFound("subnet");
  return toSubnet(row, workspace);
};

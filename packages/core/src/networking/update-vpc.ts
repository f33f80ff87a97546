import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { toVpc, VpcRepository } from "./vpc-repository.ts";

/** Changes what is sent, and nothing where nothing is. */
export const updateVpc: Handler<"vpc.update"> = async ({ sql, workspace }, { vpc_id, ...change }) => {
  const vpcs = new VpcRepository(sql, workspace.id);
  if (Object.values(change).some((value) => value !== undefined)) await vpcs.update(vpc_id, change);
  const row = await vpcs.get(vpc_id);
  if (row === undefined) throw notFound("VPC");
  return toVpc(row, workspace);
};

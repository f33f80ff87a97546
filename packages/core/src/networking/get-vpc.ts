import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { toVpc, VpcRepository } from "./vpc-repository.ts";

export const getVpc: Handler<"vpc.get"> = async ({ sql, workspace }, { vpc_id }) => {
  const row = await new VpcRepository(sql, workspace.id).get(vpc_id);
  if (row === undefined) throw notFound("VPC");
  return toVpc(row, workspace);
};

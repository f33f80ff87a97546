import { decodeCursor, toPage } from "../query/paging.ts";
import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { toVpcNode, VpcNodeRepository } from "./vpc-node-repository.ts";
import { VpcRepository } from "./vpc-repository.ts";

export const listVpcNodes: Handler<"vpcNode.list"> = async (
  { sql, workspace },
  { vpc_id, limit, cursor, ...filter },
) => {
  if ((await new VpcRepository(sql, workspace.id).get(vpc_id)) === undefined) throw notFound("VPC");
  const rows = await new VpcNodeRepository(sql, workspace.id, vpc_id).list(
    filter,
    decodeCursor(cursor, "alloc"),
    limit + 1,
  );
  return toPage(rows, limit, (row) => row.allocation_id, toVpcNode);
};

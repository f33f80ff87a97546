import { decodeCursor, toPage } from "../query/paging.ts";
import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { SubnetRepository, toSubnet } from "./subnet-repository.ts";
import { VpcRepository } from "./vpc-repository.ts";

export const listSubnets: Handler<"subnet.list"> = async ({ sql, workspace }, { vpc_id, limit, cursor, ...filter }) => {
  if ((await new VpcRepository(sql, workspace.id).get(vpc_id)) === undefined) throw notFound("VPC");
  const rows = await new SubnetRepository(sql, workspace.id, vpc_id).list(
    filter,
    decodeCursor(cursor, "sub"),
    limit + 1,
  );
  return toPage(
    rows,
    limit,
    (row) => row.subnet_id,
    (row) => toSubnet(row, workspace),
  );
};

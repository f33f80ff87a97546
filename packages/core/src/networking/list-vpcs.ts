import { decodeCursor, toPage } from "../query/paging.ts";
import type { Handler } from "../request/context.ts";
import { toVpc, VpcRepository } from "./vpc-repository.ts";

export const listVpcs: Handler<"vpc.list"> = async ({ sql, workspace }, { limit, cursor, ...filter }) => {
  const rows = await new VpcRepository(sql, workspace.id).list(filter, decodeCursor(cursor, "vpc"), limit + 1);
  return toPage(
    rows,
    limit,
    (row) => row.vpc_id,
    (row) => toVpc(row, workspace),
  );
};

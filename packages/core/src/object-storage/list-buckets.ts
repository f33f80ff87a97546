import { keyIn, positionIn } from "../query/list-order.ts";
import { toPage } from "../query/paging.ts";
import type { Handler } from "../request/context.ts";
import { BucketRepository, toBucketWithUsage } from "./bucket-repository.ts";

export const listBuckets: Handler<"bucket.list"> = async (context, { limit, cursor, sort, ...filter }) => {
  const buckets = new BucketRepository(context.sql, context.workspace.id);
  const rows = await buckets.list(filter, sort, positionIn(sort, "bkt", cursor), limit + 1);
  return toPage(rows, limit, (row) => keyIn(sort, row.bucket_id, row.name), toBucketWithUsage);
};

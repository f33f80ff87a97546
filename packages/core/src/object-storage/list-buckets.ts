import type { Handler } from "../kernel/context.ts";
import { decodeCursor, toPage } from "../kernel/paging.ts";
import { BucketRepository, toBucketWithUsage } from "./bucket-repository.ts";

export const listBuckets: Handler<"bucket.list"> = async (context, { limit, cursor, ...filter }) => {
  const buckets = new BucketRepository(context.sql, context.workspace.id);
  const rows = await buckets.list(filter, decodeCursor(cursor), limit + 1);
  return toPage(rows, limit, (row) => row.bucket_id, toBucketWithUsage);
};

import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { BucketRepository, toBucket } from "./bucket-repository.ts";

export const updateBucket: Handler<"bucket.update"> = async (context, { bucket_name, is_public }) => {
  const buckets = new BucketRepository(context.sql, context.workspace.id);
  await buckets.setPublic(bucket_name, is_public);
  const row = await buckets.get(bucket_name);
  if (row === undefined) throw notFound("bucket");
  return toBucket(row);
};

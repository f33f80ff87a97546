import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { BucketRepository, toBucketWithUsage } from "./bucket-repository.ts";

export const getBucket: Handler<"bucket.get"> = async (context, { bucket_name }) => {
  const row = await new BucketRepository(context.sql, context.workspace.id).get(bucket_name);
  if (row === undefined) throw notFound("bucket");
  return toBucketWithUsage(row);
};

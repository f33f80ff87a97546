import type { Handler } from "../kernel/context.ts";
import { notFound } from "../kernel/domain-error.ts";
import { BucketRepository, toBucketWithUsage } from "./bucket-repository.ts";

export const getBucket: Handler<"bucket.get"> = async (context, { bucket_name }) => {
  const row = await new BucketRepository(context.sql, context.workspace.id).get(bucket_name);
  if (row === undefined) throw notFound("bucket");
  return toBucketWithUsage(row);
};

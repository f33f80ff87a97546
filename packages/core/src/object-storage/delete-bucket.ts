import { distributionsServing } from "../cdn/distributions-serving.ts";
import { toTimestamp } from "../query/timestamp.ts";
import type { Handler } from "../request/context.ts";
import { conflict, mayPass, notFound } from "../request/domain-error.ts";
import { BucketRepository } from "./bucket-repository.ts";
import { bucketNotEmpty } from "./constraint-errors.ts";

/**
 * Deletes a bucket that is empty, with the uploads in parts that nobody completed, that no compliance retention keeps,
 * and that no CDN distribution serves from.
 */
export const deleteBucket: Handler<"bucket.delete"> = async (context, { bucket_name }) => {
  const buckets = new BucketRepository(context.sql, context.workspace.id);
  const held = await buckets.hold(bucket_name);
  if (held === undefined) throw notFound("bucket");
  if (held.locked_until !== null) {
    throw conflict(
      "bucket_locked",
      `The bucket is kept by its compliance retention until ${toTimestamp(held.locked_until)}; delete it after that.`,
    );
  }
  if (held.has_objects) throw bucketNotEmpty();
  const blockers = await distributionsServing(context.sql, context.workspace.id, held.bucket_id);
  if (blockers.length > 0)
    throw mayPass(conflict("bucket_in_use", "CDN distributions serve from the bucket; delete those first.", blockers));
  await buckets.delete(held.bucket_id);
  return { status: "deleted", name: bucket_name };
};

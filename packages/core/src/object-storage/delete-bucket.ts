import { toTimestamp } from "../query/timestamp.ts";
import type { Handler, RequestContext } from "../request/context.ts";
import { conflict, notFound } from "../request/domain-error.ts";
import { BucketRepository } from "./bucket-repository.ts";
import { bucketNotEmpty } from "./constraint-errors.ts";

/** Throws where something outside of object storage uses a bucket, which is held. */
export type RequireBucketUnused = (context: RequestContext, bucketId: string) => Promise<void>;

/**
 * Deletes a bucket that is empty, that no compliance retention keeps and that nothing else uses. Uploads in parts that
 * nobody completed go with it.
 */
export function deleteBucket(requireUnused: RequireBucketUnused): Handler<"bucket.delete"> {
  return async (context, { bucket_name }) => {
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
    await requireUnused(context, held.bucket_id);
    await buckets.delete(held.bucket_id);
    return { status: "deleted", name: bucket_name };
  };
}

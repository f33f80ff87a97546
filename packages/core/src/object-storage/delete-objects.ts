import type { Handler } from "../request/context.ts";
import { conflict, notFound } from "../request/domain-error.ts";
import { BucketRepository } from "./bucket-repository.ts";
import { removeObjects } from "./object-removal.ts";

/** Deletes all of the objects or none. What governance retains stays too: only an S3 client asks to go past it. */
export const deleteObjects: Handler<"object.delete"> = async (context, { bucket_name, object_keys }) => {
  const bucket = await new BucketRepository(context.sql, context.workspace.id).get(bucket_name);
  if (bucket === undefined) throw notFound("bucket");
  const removal = { bucketId: bucket.bucket_id, keys: object_keys, allOrNone: true, bypassGovernance: false };
  const found = await removeObjects(context.sql, context.workspace.id, removal);
  const retained = found.filter((row) => row.retained).map(({ key }) => ({ type: "object", id: key, name: key }));
  if (retained.length > 0) {
    throw conflict(
      "object_retained",
      "Objects are kept by their retention and nothing was deleted; leave them out, or delete them after it.",
      retained,
    );
  }
  return { deleted: found.length };
};

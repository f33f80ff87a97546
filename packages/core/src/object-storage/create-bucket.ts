import type { Handler } from "../request/context.ts";
import { invalidField } from "../request/domain-error.ts";
import { BucketRepository, toBucket } from "./bucket-repository.ts";
import { bucketNameTaken } from "./constraint-errors.ts";

/** Checks region and name, asks billing, then writes the bucket (spec: Object storage). */
export const createBucket: Handler<"bucket.create"> = async (context, input) => {
  const buckets = new BucketRepository(context.sql, context.workspace.id);
  const { region_known, name_taken } = await buckets.checkNew(input.name, input.region);
  if (!region_known)
    throw invalidField("region", "is not an object storage region; GET /object-storage/regions lists those there are");
  if (name_taken) throw bucketNameTaken();
  await context.admit({ skuCode: "bucket.standard" });
  return toBucket(await buckets.insert(input));
};

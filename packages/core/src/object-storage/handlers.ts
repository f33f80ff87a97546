import { createBucket } from "./create-bucket.ts";
import { deleteBucket } from "./delete-bucket.ts";
import { getBucket } from "./get-bucket.ts";
import { listBuckets } from "./list-buckets.ts";
import { listRegions } from "./list-regions.ts";
import { updateBucket } from "./update-bucket.ts";

export const objectStorageHandlers = {
  "bucket.list": listBuckets,
  "bucket.create": createBucket,
  "bucket.get": getBucket,
  "bucket.update": updateBucket,
  "bucket.delete": deleteBucket,
  "region.list": listRegions,
} as const;

import { partsOf } from "@/client/text-list.ts";
import type { CreateBucketValues } from "./create-bucket-values.ts";

/** What `bucket.create` takes, made of the form's texts. */
export function toCreateBucket(values: CreateBucketValues) {
  const { name, region, is_public, object_lock_enabled, retention, period, period_unit } = values;
  const tags = partsOf(values.tags, ",");
  const length = period.trim() === "" ? Number.NaN : Number(period);
  return {
    ...{ name: name.trim(), region, is_public, object_lock_enabled, tags },
    ...(object_lock_enabled &&
      retention !== "none" && { default_retention: { mode: retention, [period_unit]: length } }),
  };
}

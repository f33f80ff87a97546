import { z } from "zod";
import { pageQuery, Timestamp } from "../kernel/fields.ts";
import { defineOperation } from "../kernel/operation.ts";

/** An object storage region. `region` is what a bucket is created with; it is not a compute site. */
export const StorageRegion = z
  .strictObject({
    region: z.string(),
    name: z.string(),
    /** Where S3 clients connect. */
    endpoint_url: z.string().nullable(),
    created_at: Timestamp,
  })
  .meta({ id: "StorageRegion" });
export type StorageRegion = z.infer<typeof StorageRegion>;

export const regionList = defineOperation({
  id: "region.list",
  resource: "region",
  family: "Object storage",
  method: "GET",
  path: "/object-storage/regions",
  scope: "object-storage.read",
  summary: "List object storage regions",
  query: pageQuery(),
  output: z.array(StorageRegion),
  list: true,
});

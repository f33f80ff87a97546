import type { ResourceDefinition } from "../declaration/resource.ts";

const scope = "object-storage.read";

export const objectStorageResources = {
  /** A bucket's id is never shown: buckets are addressed by name. */
  bucket: {
    title: ["Bucket", "Buckets"],
    prefix: "bkt",
    parameter: "bucket_name",
    field: "name",
    parents: [],
    scope,
    topic: "bucket",
    page: "buckets/{name}",
  },
  multipart_upload: {
    title: ["Multipart upload", "Multipart uploads"],
    prefix: "upl",
    parameter: "upload_id",
    field: "upload_id",
    parents: ["bucket"],
    scope,
    topic: null,
    page: null,
  },
  /** The id with this prefix is never shown either. S3 clients sign with a key in the format that they expect. */
  access_key: {
    title: ["Access key", "Access keys"],
    prefix: "akey",
    parameter: "access_key_id",
    field: "access_key_id",
    parents: [],
    scope,
    topic: "access_key",
    page: "access-keys/{id}",
  },
  region: {
    title: ["Region", "Regions"],
    prefix: null,
    parameter: null,
    field: "region",
    parents: [],
    scope,
    topic: null,
    page: null,
  },
} as const satisfies Readonly<Record<string, ResourceDefinition>>;

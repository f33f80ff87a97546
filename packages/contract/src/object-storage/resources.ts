import type { ResourceDefinition } from "../resource-definition.ts";

const scope = "object-storage.read";

export const objectStorageResources = {
  /** A bucket's id is shown nowhere: it is addressed by its name. */
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
  /** The prefix is of an id that is shown nowhere, too: what a client signs with is made as S3's clients expect. */
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

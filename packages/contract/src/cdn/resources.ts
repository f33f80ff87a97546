import type { ResourceDefinition } from "../declaration/resource.ts";

const scope = "cdn.read";
const ofDistribution = { parents: ["cdn_distribution"], scope, topic: "cdn_distribution" } as const;

export const cdnResources = {
  cdn_distribution: {
    title: ["Distribution", "Distributions"],
    prefix: "cdn",
    parameter: "distribution_id",
    field: "id",
    parents: [],
    scope,
    topic: "cdn_distribution",
    page: "cdn/{id}",
  },
  cdn_custom_domain: {
    ...ofDistribution,
    title: ["Domain", "Domains"],
    prefix: null,
    parameter: "domain",
    field: "domain",
    page: "cdn/{parent}/domains",
  },
  cdn_purge: {
    ...ofDistribution,
    title: ["Purge", "Purges"],
    prefix: "purge",
    parameter: "purge_id",
    field: "purge_id",
    page: "cdn/{parent}/purge",
  },
  cdn_signing_key: {
    title: ["Signing key", "Signing keys"],
    prefix: "key",
    parameter: null,
    field: "key_id",
    parents: [],
    scope,
    topic: "cdn_signing_key",
    page: "cdn/signing-keys",
  },
  /** An object's URL is not stored. The bucket identifies it. */
  cdn_url: {
    title: ["Signed URL", "Signed URLs"],
    prefix: null,
    parameter: "bucket_name",
    field: "bucket_name",
    parents: [],
    scope,
    topic: null,
    page: null,
  },
} as const satisfies Readonly<Record<string, ResourceDefinition>>;

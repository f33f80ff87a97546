import type { CdnCachePolicy, CdnOriginType } from "@fulmar/contract";

/** What the form holds: an origin of each kind, of which `origin_type` says the one that counts. */
export interface CreateDistributionValues {
  readonly name: string;
  readonly origin_type: CdnOriginType;
  readonly bucket: string;
  readonly url: string;
  readonly cache_policy: CdnCachePolicy;
}

/** What `cdnDistribution.create` takes. */
export function toCreateDistribution({ name, origin_type, bucket, url, cache_policy }: CreateDistributionValues) {
  return { name: name.trim(), origin_type, origin_id: origin_type === "bucket" ? bucket : url.trim(), cache_policy };
}

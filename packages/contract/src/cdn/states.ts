// Without schemas, so that importers of these constants do not load zod.

export const CDN_DISTRIBUTION_STATUSES = ["active", "deploying", "disabled", "failed", "deleted"] as const;
export const CDN_ORIGIN_TYPES = ["bucket", "custom"] as const;
export const CDN_CACHE_POLICIES = ["static-assets", "media", "short", "no-cache"] as const;
export const CDN_CUSTOM_DOMAIN_STATUSES = ["pending_validation", "pending_tls", "active", "failed"] as const;
export const CDN_PURGE_STATUSES = ["queued", "running", "succeeded", "failed"] as const;

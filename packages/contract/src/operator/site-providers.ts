// What a new site can stand on, without zod: pages show it. The kinds and their options are those of
// packages/providers/src/registry.ts, which a test of core compares.
export const SITE_PROVIDERS = ["lxd", "simulated"] as const;
export type SiteProvider = (typeof SITE_PROVIDERS)[number];

/** What may be chosen for a site on a server. What is left out, its worker chooses. */
export const SITE_OPTIONS = ["project", "storage_pool", "network", "uplink", "instance_type"] as const;

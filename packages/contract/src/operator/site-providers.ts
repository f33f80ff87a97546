// What a new site can stand on, without zod: pages show it. The kinds and their options are those of
// packages/providers/src/registry.ts, which a test of core compares.
export const SITE_PROVIDERS = ["lxd", "libvirt", "simulated"] as const;
export type SiteProvider = (typeof SITE_PROVIDERS)[number];

/** The formats of the file of an image of the catalog: a disk, a root file system, or an archive with metadata.yaml. */
export const CATALOG_IMAGE_FORMATS = ["qcow2", "squashfs", "lxd"] as const;

export const CATALOG_KINDS = ["product", "plan", "image"] as const;
/** What a catalog has and the installation has not, or what an import found and did. */
export const CATALOG_STATES = ["absent", "made", "same", "differs", "updated"] as const;

/** What may be chosen for a site on a server. What is left out, its worker chooses. */
export const SITE_OPTIONS = [
  "project",
  "storage_pool",
  "network",
  "uplink",
  "instance_type",
  "cpu_model",
  "northbound",
  "uplink_gateway",
  "uplink_addresses",
  "uplink_chassis",
  "screens",
  "pool_path",
  "pool_shared",
  "secure_boot",
  "tpm",
  "rbd_pool",
  "rbd_monitors",
  "rbd_user",
] as const;

// Without schemas, so that importers of these constants do not load zod.

/** Images of the catalog are available. Those of a workspace are made first, and in `error` where that failed. */
export const IMAGE_STATUSES = ["creating", "available", "error"] as const;

/** A copy is on its way to its site, there, or could not be brought. */
export const IMAGE_COPY_STATUSES = ["copying", "available", "error"] as const;

/**
 * Whose an image is: the catalog's, which everybody has; another workspace's that the operator has published, or that
 * its owner shares with the organization; or the workspace's own.
 */
export const IMAGE_OWNERS = ["catalog", "published", "shared", "workspace"] as const;

/** Organizations that an image is shared with. */
export const MOST_SHARES = 100;

/** What an image of a workspace is made of. */
export const IMAGE_SOURCES = ["vm", "snapshot", "backup", "object", "url"] as const;

/** How the file of an image that people bring is read. */
export const IMAGE_FORMATS = ["qcow2", "raw", "vhd", "vhdx", "vmdk", "ova", "lxd"] as const;
/** Those that a container can be made of. */
export const CONTAINER_FORMATS: readonly (typeof IMAGE_FORMATS)[number][] = ["lxd"];
export const IMAGE_ARCHITECTURES = ["x86_64", "aarch64"] as const;
/** What boots the disk of an image. */
export const IMAGE_FIRMWARE = ["bios", "uefi"] as const;

/** The largest root disk. */
export const MOST_DISK_GB = 16_384;

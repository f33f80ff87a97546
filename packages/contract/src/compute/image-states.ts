// Without schemas, so that importers of these constants do not load zod.

/** Images of the catalog are available. Those of a workspace are made first, and in `error` where that failed. */
export const IMAGE_STATUSES = ["creating", "available", "error"] as const;

/** Whose an image is: the catalog's, which everybody has, or the workspace's own. */
export const IMAGE_OWNERS = ["catalog", "workspace"] as const;

/** What an image of a workspace is made of. */
export const IMAGE_SOURCES = ["vm", "snapshot", "backup"] as const;

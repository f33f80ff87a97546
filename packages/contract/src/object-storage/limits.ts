// Without schemas, so that importers of these constants do not load zod.

/** S3: the most parts of an upload. */
export const MOST_PARTS = 10_000;
/** S3: the largest object, 5 TiB. */
export const LARGEST_OBJECT_BYTES = 5 * 1024 ** 4;

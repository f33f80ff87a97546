// Without schemas: who shows or checks these words need not bring zod.

/** S3: so many parts has an upload at most. */
export const MOST_PARTS = 10_000;
/** S3: the largest object, 5 TiB. */
export const LARGEST_OBJECT_BYTES = 5 * 1024 ** 4;

// A module without schemas: a page that knows the limit need not bring them.

/** Bytes that one value may have; what does not fit belongs into a bucket, encrypted with a key that is kept here. */
export const MOST_VALUE_BYTES = 64 * 1024;

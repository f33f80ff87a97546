import { z } from "zod";

const RESERVED_PREFIXES = ["xn--", "sthree-", "amzn-s3-demo-"] as const;
const RESERVED_SUFFIXES = ["-s3alias", "--ol-s3", ".mrap", "--x-s3", "--table-s3"] as const;
const FOUR_NUMBERS = /^\d+\.\d+\.\d+\.\d+$/;

/**
 * The name of a bucket, by the naming rules of S3 for general purpose buckets, so that every S3 client can address it.
 */
export const BucketName = z
  .string()
  .min(3)
  .max(63)
  .regex(/^[a-z0-9.-]*$/, "must have lower-case letters, digits, '.' and '-' only")
  .regex(/^[a-z0-9](.*[a-z0-9])?$/, "must begin and end with a lower-case letter or a digit")
  .refine((name) => !name.includes(".."), "must not have two dots in a row")
  .refine((name) => !FOUR_NUMBERS.test(name), "must not look like an IP address")
  .refine(
    (name) => !RESERVED_PREFIXES.some((prefix) => name.startsWith(prefix)),
    `must not begin with ${RESERVED_PREFIXES.join(", ")}`,
  )
  .refine(
    (name) => !RESERVED_SUFFIXES.some((suffix) => name.endsWith(suffix)),
    `must not end with ${RESERVED_SUFFIXES.join(", ")}`,
  );

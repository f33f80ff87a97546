import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { ResourceId } from "../values/fields.ts";

/** S3: the most rules of a bucket, and the longest id of a rule. */
const MOST_RULES = 100;
const LONGEST_ID = 255;
const MOST_VALUES = 100;

export const CorsMethod = z.enum(["GET", "PUT", "HEAD", "POST", "DELETE"]);

/** A CORS rule of a bucket (AWS: Using cross-origin resource sharing). The first that matches a request counts. */
export const CorsRule = z
  .strictObject({
    id: z.string().nullable(),
    /** The origins of the pages: `https://app.example`, with at most one `*` each. */
    allowed_origins: z.array(z.string()),
    allowed_methods: z.array(CorsMethod),
    /** The request headers that pages may send, with at most one `*` each. */
    allowed_headers: z.array(z.string()),
    /** The headers of answers that pages may read. */
    expose_headers: z.array(z.string()),
    /** How long browsers may remember the answer to a preflight. */
    max_age_seconds: z.int().nullable(),
  })
  .meta({ id: "CorsRule" });
export type CorsRule = z.infer<typeof CorsRule>;

const Line = z
  .string()
  .min(1)
  .max(LONGEST_ID)
  .regex(/^[\x20-\x7e]+$/, "must be one line of ASCII text");
const Pattern = Line.refine((pattern) => pattern.split("*").length <= 2, "must have at most one *");

/** A CORS rule to set, by the rules of S3. */
export const NewCorsRule = z
  .strictObject({
    id: Line.nullable().default(null),
    allowed_origins: z.array(Pattern).min(1).max(MOST_VALUES),
    allowed_methods: z.array(CorsMethod).min(1).max(CorsMethod.options.length),
    allowed_headers: z.array(Pattern).max(MOST_VALUES).default([]),
    expose_headers: z.array(Line).max(MOST_VALUES).default([]),
    max_age_seconds: z.int().min(0).max(999_999_999).nullable().default(null),
  })
  .meta({ id: "NewCorsRule" });

export const BucketCors = z.strictObject({ name: z.string(), rules: z.array(CorsRule) }).meta({ id: "BucketCors" });
export type BucketCors = z.infer<typeof BucketCors>;

export const PutBucketCors = z.strictObject({ rules: z.array(NewCorsRule).max(MOST_RULES) }).meta({
  id: "PutBucketCorsRequest",
  examples: [{ rules: [{ allowed_origins: ["https://app.example"], allowed_methods: ["GET", "HEAD"] }] }],
});

const place = {
  resource: "bucket",
  family: "Object storage",
  path: "/object-storage/buckets/{bucket_name}/cors",
  params: { bucket_name: ResourceId },
  output: BucketCors,
  errors: ["not_found"],
} as const;

const bucketCorsGet = defineOperation({
  ...place,
  id: "bucketCors.get",
  method: "GET",
  scope: "object-storage.read",
  summary: "Get the CORS rules of a bucket",
});

const bucketCorsPut = defineOperation({
  ...place,
  id: "bucketCors.put",
  method: "PUT",
  scope: "object-storage.write",
  summary: "Replace the CORS rules of a bucket",
  description:
    "All rules are replaced; without rules, none are left. They are the same that S3 clients set. " +
    "They let pages of other origins send S3 requests; pages of this console need none.",
  body: PutBucketCors,
});

export const bucketCorsOperations = [bucketCorsGet, bucketCorsPut] as const;

import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { Day, ResourceId, SEEN, SEEN_ALONE } from "../values/fields.ts";
import { KeyPrefix } from "./object.ts";
import { ObjectTags } from "./object-tags.ts";

/** S3: the most rules of a bucket, the longest id of a rule, and the most earlier versions that a rule keeps. */
const MOST_RULES = 1000;
const LONGEST_ID = 255;
const MOST_KEPT = 100;
const MOST_DAYS = 1_000_000;
const MOST_BYTES = 2 ** 50;

/** A lifecycle rule (AWS: Managing the lifecycle of objects), also one that an S3 client has set. */
export const LifecycleRule = z
  .strictObject({
    id: z.string(),
    enabled: z.boolean(),
    /** What it applies to: objects that meet all of these. */
    filter: z.strictObject({
      /** Empty: every key. */
      prefix: z.string(),
      tags: z.record(z.string(), z.string()),
      larger_than_bytes: z.int().nullable(),
      smaller_than_bytes: z.int().nullable(),
    }),
    /** Days after its writing at which an object is deleted. With versioning it becomes an earlier version. */
    expire_after_days: z.int().nullable(),
    /** The day (UTC) from which on objects are deleted. */
    expire_on: z.string().nullable(),
    /** Whether delete markers are deleted whose keys have no version any more. */
    expire_delete_markers: z.boolean(),
    /** Days after it was replaced or deleted at which an earlier version is deleted. */
    expire_earlier_versions_after_days: z.int().nullable(),
    /** How many of the newest earlier versions of each key are kept in any case. */
    keep_earlier_versions: z.int(),
    /** Days after its beginning at which a multipart upload is aborted. */
    abort_uploads_after_days: z.int().nullable(),
  })
  .meta({ id: "LifecycleRule" });
export type LifecycleRule = z.infer<typeof LifecycleRule>;

const Days = z.int().min(1).max(MOST_DAYS);
const Bytes = z.int().min(0).max(MOST_BYTES);

const NewFilter = z
  .strictObject({
    prefix: KeyPrefix.default(""),
    tags: ObjectTags.default({}),
    larger_than_bytes: Bytes.nullable().default(null),
    smaller_than_bytes: Bytes.nullable().default(null),
  })
  .refine(
    ({ larger_than_bytes: larger, smaller_than_bytes: smaller }) =>
      larger === null || smaller === null || larger + 1 < smaller,
    { path: ["smaller_than_bytes"], message: "must leave a size between it and larger_than_bytes" },
  );

/** A lifecycle rule to set, by the rules of S3. */
export const NewLifecycleRule = z
  .strictObject({
    id: z
      .string()
      .min(1)
      .max(LONGEST_ID)
      .refine((id) => SEEN.test(id), SEEN_ALONE),
    enabled: z.boolean().default(true),
    filter: NewFilter.default({ prefix: "", tags: {}, larger_than_bytes: null, smaller_than_bytes: null }),
    expire_after_days: Days.nullable().default(null),
    expire_on: Day.nullable().default(null),
    expire_delete_markers: z.boolean().default(false),
    expire_earlier_versions_after_days: Days.nullable().default(null),
    keep_earlier_versions: z.int().min(0).max(MOST_KEPT).default(0),
    abort_uploads_after_days: Days.nullable().default(null),
  })
  .superRefine((rule, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    const { expire_after_days, expire_on, expire_delete_markers, abort_uploads_after_days } = rule;
    const { expire_earlier_versions_after_days: earlier, keep_earlier_versions } = rule;
    if (expire_after_days !== null && expire_on !== null)
      refuse("expire_on", "must not be given together with expire_after_days");
    if (expire_delete_markers && (expire_after_days !== null || expire_on !== null))
      refuse("expire_delete_markers", "must be false when objects expire, which removes these markers too");
    if (keep_earlier_versions > 0 && earlier === null)
      refuse("keep_earlier_versions", "needs expire_earlier_versions_after_days");
    const actions = [expire_after_days, expire_on, earlier, abort_uploads_after_days];
    if (!expire_delete_markers && actions.every((action) => action === null))
      refuse("expire_after_days", "or another action must be given");
    const { tags, larger_than_bytes, smaller_than_bytes } = rule.filter;
    if (Object.keys(tags).length === 0 && larger_than_bytes === null && smaller_than_bytes === null) return;
    if (expire_delete_markers) refuse("expire_delete_markers", "must be false in a rule by tags or size");
    if (abort_uploads_after_days !== null)
      refuse("abort_uploads_after_days", "must not be given in a rule by tags or size");
  })
  .meta({ id: "NewLifecycleRule" });
export type NewLifecycleRule = z.infer<typeof NewLifecycleRule>;

export const BucketLifecycle = z
  .strictObject({ name: z.string(), rules: z.array(LifecycleRule) })
  .meta({ id: "BucketLifecycle" });
export type BucketLifecycle = z.infer<typeof BucketLifecycle>;

const example = { id: "old logs", filter: { prefix: "logs/" }, expire_after_days: 30, abort_uploads_after_days: 2 };

export const PutBucketLifecycle = z
  .strictObject({
    rules: z
      .array(NewLifecycleRule)
      .max(MOST_RULES)
      .refine((rules) => new Set(rules.map(({ id }) => id)).size === rules.length, "must not have an id twice"),
  })
  .meta({ id: "PutBucketLifecycleRequest", examples: [{ rules: [example] }] });

export const PreviewBucketLifecycle = z
  .strictObject({ rule: NewLifecycleRule })
  .meta({ id: "PreviewBucketLifecycleRequest", examples: [{ rule: example }] });

const Counted = z.strictObject({
  object_count: z.int(),
  /** In bytes. */
  total_size: z.int(),
});

/** What a rule would do now, counted among present objects. */
export const LifecyclePreview = z
  .strictObject({
    name: z.string(),
    /** The objects that meet its filter. */
    matching: Counted,
    /** Those among them that its expiration would delete at the next run. */
    expired: Counted,
    /** False if more objects begin with the prefix than were counted. */
    is_complete: z.boolean(),
  })
  .meta({ id: "LifecyclePreview" });
export type LifecyclePreview = z.infer<typeof LifecyclePreview>;

const place = {
  resource: "bucket",
  family: "Object storage",
  params: { bucket_name: ResourceId },
  errors: ["not_found"],
} as const;
const path = "/object-storage/buckets/{bucket_name}/lifecycle";

const bucketLifecycleGet = defineOperation({
  ...place,
  id: "bucketLifecycle.get",
  method: "GET",
  path,
  scope: "object-storage.read",
  summary: "Get the lifecycle rules of a bucket",
  output: BucketLifecycle,
});

const bucketLifecyclePut = defineOperation({
  ...place,
  id: "bucketLifecycle.put",
  method: "PUT",
  path,
  scope: "object-storage.write",
  references: [{ field: "rules", scope: "object-storage.delete" }],
  summary: "Replace the lifecycle rules of a bucket",
  description:
    "All rules are replaced; without rules, none are left. They are the same that S3 clients set. " +
    "The object store applies them once after each midnight (UTC) and soon after a change. Retained objects stay.",
  body: PutBucketLifecycle,
  output: BucketLifecycle,
});

const bucketLifecyclePreview = defineOperation({
  ...place,
  id: "bucketLifecycle.preview",
  method: "POST",
  path: `${path}/preview`,
  scope: "object-storage.read",
  summary: "Count the objects that a lifecycle rule would match now",
  description:
    "Changes nothing. It counts present objects in the order of their keys, the first 20,000 that begin with the " +
    "rule's prefix; `is_complete` is false if there are more.",
  body: PreviewBucketLifecycle,
  output: LifecyclePreview,
  safe: true,
});

export const bucketLifecycleOperations = [bucketLifecycleGet, bucketLifecyclePut, bucketLifecyclePreview] as const;

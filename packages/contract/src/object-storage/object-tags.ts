import { z } from "zod";
import { ObjectKey } from "../cdn/object-url.ts";
import { defineOperation } from "../declaration/operation.ts";
import { ResourceId, SEEN, SEEN_ALONE } from "../values/fields.ts";
import { VersionId } from "./object-version.ts";

/** S3: the most tags of an object, and the longest key and value. */
const MOST_TAGS = 10;
const LONGEST_TAG_KEY = 128;
const LONGEST_TAG_VALUE = 256;

const TagKey = z
  .string()
  .min(1)
  .max(LONGEST_TAG_KEY)
  .refine((key) => SEEN.test(key), SEEN_ALONE)
  .refine((key) => !key.startsWith("aws:"), "must not begin with aws:");
const TagValue = z
  .string()
  .max(LONGEST_TAG_VALUE)
  .refine((value) => SEEN.test(value), SEEN_ALONE);

/** The tags of an object by their keys (AWS: Object tagging). */
export const ObjectTags = z
  .record(TagKey, TagValue)
  .refine((tags) => Object.keys(tags).length <= MOST_TAGS, `must be at most ${MOST_TAGS} tags`);

export const ObjectTagSet = z
  .strictObject({ key: z.string(), version_id: VersionId, tags: z.record(z.string(), z.string()) })
  .meta({ id: "ObjectTagSet" });
export type ObjectTagSet = z.infer<typeof ObjectTagSet>;

export const PutObjectTags = z
  .strictObject({ tags: ObjectTags })
  .meta({ id: "PutObjectTagsRequest", examples: [{ tags: { project: "atlas", stage: "draft" } }] });

const place = {
  resource: "bucket",
  family: "Object storage",
  path: "/object-storage/buckets/{bucket_name}/objects/tags",
  params: { bucket_name: ResourceId },
  query: { object_key: ObjectKey, version_id: VersionId.optional() },
  output: ObjectTagSet,
  errors: ["not_found"],
} as const;

const objectTagsGet = defineOperation({
  ...place,
  id: "objectTags.get",
  method: "GET",
  scope: "object-storage.read",
  summary: "Get the tags of an object",
});

const objectTagsPut = defineOperation({
  ...place,
  id: "objectTags.put",
  method: "PUT",
  scope: "object-storage.write",
  summary: "Replace the tags of an object",
  body: PutObjectTags,
  errors: ["not_found", "conflict"],
});

export const objectTagsOperations = [objectTagsGet, objectTagsPut] as const;

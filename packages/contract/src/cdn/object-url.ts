import { z } from "zod";
import { ResourceId, Timestamp } from "../kernel/fields.ts";
import { defineOperation } from "../kernel/operation.ts";

const MAX_EXPIRY_SECONDS = 604_800;
const MAX_KEY_BYTES = 1024;
const encoder = new TextEncoder();

/**
 * The key of an object, by the rules of S3. Segments `.` and `..` are refused: clients remove them from a URL's path,
 * so that a key with one could not be addressed, and would reach another.
 */
export const ObjectKey = z
  .string()
  .min(1)
  .refine((key) => key.isWellFormed(), "must be valid Unicode text")
  .refine((key) => encoder.encode(key).length <= MAX_KEY_BYTES, `must have at most ${MAX_KEY_BYTES} bytes in UTF-8`)
  .refine(
    (key) => !key.split("/").some((segment) => segment === "." || segment === ".."),
    "must not have the path segments '.' and '..'",
  );

export const ContentDisposition = z.enum(["inline", "attachment"]);
export type ContentDisposition = z.infer<typeof ContentDisposition>;

/**
 * spec: GenerateCdnUrlRequest. `expires_in` is in seconds; without it a private bucket's URL lasts an hour and a public
 * one's does not expire.
 */
export const GenerateCdnUrl = z
  .strictObject({
    bucket_name: ResourceId,
    object_key: ObjectKey,
    expires_in: z.int().min(1).max(MAX_EXPIRY_SECONDS).nullable().optional(),
    disposition: ContentDisposition.nullable().optional(),
  })
  .meta({
    id: "GenerateCdnUrlRequest",
    examples: [{ bucket_name: "photos", object_key: "2026/cat.jpg", expires_in: 3600 }],
  });
export type GenerateCdnUrl = z.infer<typeof GenerateCdnUrl>;

/** spec: CDN object URL */
export const CdnObjectUrl = z
  .strictObject({ cdn_url: z.string(), expires_at: Timestamp.nullable() })
  .meta({ id: "CdnObjectUrl" });
export type CdnObjectUrl = z.infer<typeof CdnObjectUrl>;

export const cdnUrlGenerate = defineOperation({
  id: "cdnUrl.generate",
  resource: "cdn_url",
  family: "CDN",
  method: "POST",
  path: "/cdn/generate-url",
  scope: "cdn.write",
  summary: "Generate a URL under which an object of a bucket is served",
  description:
    "The bucket must exist; the object need not. A URL that expires or names a disposition is signed with the workspace's current signing key, and is good only as it is, letter by letter.",
  body: GenerateCdnUrl,
  output: CdnObjectUrl,
  errors: ["not_found"],
});

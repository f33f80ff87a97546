import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { pageQuery, ResourceId, Timestamp } from "../values/fields.ts";

const MAX_EXPIRY_SECONDS = 604_800;
const MAX_KEY_BYTES = 1024;
const encoder = new TextEncoder();

/**
 * The key of an object, by S3's rules. Segments `.` and `..` are refused: clients normalize them away in a URL's path,
 * so that the URL would address another object.
 */
export const ObjectKey = z
  .string()
  .min(1)
  .refine((key) => key.isWellFormed(), "must be valid Unicode text")
  .refine((key) => encoder.encode(key).length <= MAX_KEY_BYTES, `must have at most ${MAX_KEY_BYTES} bytes in UTF-8`)
  .refine(
    (key) => !key.split("/").some((segment) => segment === "." || segment === ".."),
    "must not have the path segments '.' and '..'",
  )
  .refine((key) => !key.includes("\0"), "must not have the character U+0000");

export const ContentDisposition = z.enum(["inline", "attachment"]);
export type ContentDisposition = z.infer<typeof ContentDisposition>;

/**
 * GenerateCdnUrlRequest of the public API. `expires_in` is in seconds. Without it, a private bucket's URL lasts an
 * hour and a public one's does not expire.
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

/** CDN object URL of the public API */
export const CdnObjectUrl = z
  .strictObject({ cdn_url: z.string(), expires_at: Timestamp.nullable() })
  .meta({ id: "CdnObjectUrl" });
export type CdnObjectUrl = z.infer<typeof CdnObjectUrl>;

const cdnUrlGenerate = defineOperation({
  id: "cdnUrl.generate",
  resource: "cdn_url",
  family: "CDN",
  method: "POST",
  path: "/cdn/generate-url",
  scope: "cdn.write",
  references: [{ field: "bucket_name", scope: "object-storage.read", strict: true }],
  summary: "Generate a URL under which an object of a bucket is served",
  description:
    "The bucket must exist; the object need not. A URL that expires, names a disposition or is for a key " +
    "that ends in a slash is signed with the workspace's current signing key, and is valid only " +
    "unchanged. A signed URL is for the object of exactly this key; a plain URL that ends in a slash is " +
    "for the index document of a folder. It expires at the latest with the caller's token or membership.",
  body: GenerateCdnUrl,
  output: CdnObjectUrl,
  errors: ["not_found"],
});

/** A key that signs, or has signed, the URLs of a workspace's objects, without the key material. */
export const CdnSigningKey = z
  .strictObject({
    /** The key's id, as the `key` parameter of URLs. */
    key_id: z.string(),
    /** `current` signs new URLs. `retired` only verifies URLs that it has already signed. */
    status: z.enum(["current", "retired"]),
    created_at: Timestamp,
    retired_at: Timestamp.nullable(),
    /** When its URLs stop working. Null for the current key, and for a key that signed URLs without expiry. */
    valid_until: Timestamp.nullable(),
  })
  .meta({ id: "CdnSigningKey" });
export type CdnSigningKey = z.infer<typeof CdnSigningKey>;

export const RotateCdnSigningKey = z
  .strictObject({
    /** Invalidates every URL that was signed so far, at once. */
    revoke_previous: z.boolean().default(false),
  })
  .meta({ id: "RotateCdnSigningKeyRequest", examples: [{ revoke_previous: false }] });

const cdnSigningKeyList = defineOperation({
  id: "cdnSigningKey.list",
  resource: "cdn_signing_key",
  family: "CDN",
  method: "GET",
  path: "/cdn/signing-keys",
  scope: "cdn.read",
  summary: "List the keys whose signed URLs are valid",
  query: pageQuery(),
  output: z.array(CdnSigningKey),
  list: true,
});

const cdnSigningKeyRotate = defineOperation({
  id: "cdnSigningKey.rotate",
  resource: "cdn_signing_key",
  family: "CDN",
  method: "POST",
  path: "/cdn/signing-keys/rotate",
  scope: "cdn.write",
  summary: "Sign URLs with a new key from now on",
  description: "URLs that were signed before stay valid until they expire, unless the previous keys are revoked.",
  body: RotateCdnSigningKey,
  output: CdnSigningKey,
  success: 201,
  errors: ["conflict"],
});

export const objectUrlOperations = [cdnUrlGenerate, cdnSigningKeyList, cdnSigningKeyRotate] as const;

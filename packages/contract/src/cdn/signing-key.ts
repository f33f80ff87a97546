import { z } from "zod";
import { pageQuery, Timestamp } from "../kernel/fields.ts";
import { defineOperation } from "../kernel/operation.ts";

/** A key that signs, or has signed, the URLs of a workspace's objects; never the key itself. */
export const CdnSigningKey = z
  .strictObject({
    /** As URLs name it, in their parameter `key`. */
    key_id: z.string(),
    /** `current` signs; `retired` is only good for URLs that it has signed already. */
    status: z.enum(["current", "retired"]),
    created_at: Timestamp,
    retired_at: Timestamp.nullable(),
    /** When its URLs are refused; null for the current key, and for one that has signed URLs which do not expire. */
    valid_until: Timestamp.nullable(),
  })
  .meta({ id: "CdnSigningKey" });
export type CdnSigningKey = z.infer<typeof CdnSigningKey>;

export const RotateCdnSigningKey = z
  .strictObject({
    /** Refuses at once every URL that was signed so far. */
    revoke_previous: z.boolean().default(false),
  })
  .meta({ id: "RotateCdnSigningKeyRequest", examples: [{ revoke_previous: false }] });

export const cdnSigningKeyList = defineOperation({
  id: "cdnSigningKey.list",
  resource: "cdn_signing_key",
  family: "CDN",
  method: "GET",
  path: "/cdn/signing-keys",
  scope: "cdn.read",
  summary: "List the keys whose signed URLs are good",
  query: pageQuery(),
  output: z.array(CdnSigningKey),
  list: true,
});

export const cdnSigningKeyRotate = defineOperation({
  id: "cdnSigningKey.rotate",
  resource: "cdn_signing_key",
  family: "CDN",
  method: "POST",
  path: "/cdn/signing-keys/rotate",
  scope: "cdn.write",
  summary: "Sign URLs with a new key from now on",
  description: "URLs that were signed before stay good until they expire, unless the previous keys are revoked.",
  body: RotateCdnSigningKey,
  output: CdnSigningKey,
  success: 201,
  errors: ["conflict"],
});

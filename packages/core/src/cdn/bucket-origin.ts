import type { EdgeOrigin } from "@fulmar/providers";
import { z } from "zod";

/**
 * SQL: the signing keys of the workspace of a row, and the signers whose credentials end before their URLs, as JSON;
 * null without any.
 */
export function signatureColumns(row: string): string {
  return `(SELECT jsonb_agg(jsonb_build_object('key_id', k.key_id, 'salt', k.salt, 'valid_until',
                                               extract(epoch FROM k.valid_until)::bigint) ORDER BY k.key_id)
             FROM cdn_signing_key k WHERE k.workspace_id = ${row}.workspace_id) AS signing_keys,
          (SELECT jsonb_agg(jsonb_build_object(
                    'signer', s.signer,
                    'until', ceil(extract(epoch FROM least(s.revoked_at, s.expires_at)))::bigint) ORDER BY s.signer)
             FROM cdn_url_signer s
            WHERE s.workspace_id = ${row}.workspace_id AND s.valid_until > now()
              AND least(s.revoked_at, s.expires_at) < s.valid_until) AS ended_signers`;
}

const SigningKeys = z.array(
  z
    .object({ key_id: z.string(), salt: z.string(), valid_until: z.int().nullable() })
    .transform(({ key_id: keyId, salt, valid_until: validUntil }) => ({ keyId, salt, validUntil })),
);

const EndedSigners = z.array(z.object({ signer: z.string(), until: z.int() }));

/** A bucket as the origin of what the CDN serves. */
export function bucketOriginOf(row: {
  readonly workspace_id: bigint;
  readonly bucket_id: string;
  readonly name: string;
  readonly region: string;
  readonly endpoint_url: string | null;
  readonly is_public: boolean;
  readonly signing_keys: unknown;
  readonly ended_signers: unknown;
}): EdgeOrigin {
  const { bucket_id: bucketId, name, region, endpoint_url: endpoint, is_public: isPublic } = row;
  const signingKeys = SigningKeys.parse(row.signing_keys ?? []);
  const endedSigners = EndedSigners.parse(row.ended_signers ?? []);
  const workspaceId = String(row.workspace_id);
  return { type: "bucket", workspaceId, bucketId, name, region, endpoint, isPublic, signingKeys, endedSigners };
}

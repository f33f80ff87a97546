import { signUrl } from "@fulmar/edge-protocol";
import { type RowOf, statement } from "@fulmar/prisma";
import { requirePrices, withoutPrice } from "../billing/index.ts";
import { toTimestamp } from "../query/wire-form.ts";
import type { Caller } from "../request/caller.ts";
import type { Handler } from "../request/context.ts";
import { found } from "../request/domain-error.ts";
import { commonPathOf, serveOnCommonDomain } from "./common-paths.ts";
import { CdnDomain } from "./edge.ts";
import { type CurrentKey, currentSigningKey } from "./signing-keys.ts";
import { deriveUrlKey } from "./url-key.ts";
import { isBehind, urlServed } from "./url-served.ts";
import { signerOf } from "./url-signers.ts";

/** The default lifetime of a private bucket's URL. */
const PRIVATE_EXPIRY_SECONDS = 3_600;

const find = statement(
  "cdn_served_bucket",
  `SELECT b.bucket_id, b.is_public,
          d.distribution_id, p.bucket_id IS NOT NULL AS is_common,
          CASE WHEN d.distribution_id IS NULL THEN ${isBehind("p")} ELSE ${isBehind("d")} END AS is_behind,
          ${withoutPrice("ARRAY['cdn.transfer']")} AS unpriced,
          k.key_id, k.salt, k.signs_unexpiring, s.signer, s.valid_until AS signs_until
     FROM bucket b LEFT JOIN LATERAL (
            SELECT distribution_id, revision, deployed_revision, deploy_attempts FROM cdn_distribution
             WHERE workspace_id = b.workspace_id AND origin_bucket_id = b.bucket_id AND status = 'active'
             ORDER BY distribution_id DESC LIMIT 1) d ON true
     LEFT JOIN cdn_common_path p ON p.workspace_id = b.workspace_id AND p.bucket_id = b.bucket_id
     LEFT JOIN cdn_signing_key k ON k.workspace_id = b.workspace_id AND k.retired_at IS NULL
     LEFT JOIN cdn_url_signer s ON s.workspace_id = b.workspace_id AND s.maker_id = $maker_id AND s.revoked_at IS NULL
    WHERE b.workspace_id = $workspace_id::bigint AND b.name = $name AND b.deleted_at IS NULL`,
);

/**
 * A bucket with the workspace's signing key and the caller as its signer. Their columns are null until the first URL.
 */
type ServedBucket = RowOf<typeof find>;

/**
 * Makes the URL of an object, on the newest active distribution of its bucket or else on the CDN's common domain. The
 * URL is signed if it expires, has a disposition, or is for a key that ends in a slash, as the plain URL of such a key
 * is a folder's, for which edges answer its index document. Other URLs of public objects are not signed.
 */
export const generateUrl: Handler<"cdnUrl.generate"> = async (context, input) => {
  const { workspace, caller } = context;
  const values = {
    ...{ organization_id: workspace.organizationId, workspace_id: workspace.id },
    ...{ name: input.bucket_name, maker_id: caller.id },
  };
  const bucket = found(await context.sql.maybe(find, values), "bucket");
  const expiresIn = input.expires_in ?? (bucket.is_public ? null : PRIVATE_EXPIRY_SECONDS);
  const disposition = input.disposition ?? null;
  // A plain URL is one of a public object without a disposition, so it gives nothing that could end.
  const isPlain = expiresIn === null && disposition === null && !input.object_key.endsWith("/");
  const expires = isPlain ? null : expiryOf(expiresIn, caller);

  const objectPath = input.object_key.split("/").map(encodeURIComponent).join("/");
  const { distribution_id } = bucket;
  const domain = new CdnDomain(context.configuration);
  const [reading, host, path] =
    distribution_id === null
      ? (["common", domain.name, `${commonPathOf(workspace.id, input.bucket_name)}/${objectPath}`] as const)
      : (["own", domain.of(distribution_id), `/${objectPath}`] as const);
  const beginsHere = distribution_id === null && bucket.is_common !== true;
  if (beginsHere) {
    requirePrices(bucket.unpriced);
    await serveOnCommonDomain(context.sql, workspace.id, bucket.bucket_id);
  }
  const place = { workspaceId: workspace.id, bucketId: bucket.bucket_id, distributionId: distribution_id };
  // A first key is one that edges do not have, either.
  if (beginsHere || bucket.is_behind === true || (bucket.key_id === null && !isPlain))
    context.afterCommit((sql, signal) => urlServed(sql, place, signal));
  const origin = domain.originOf(host);
  const expires_at = toTimestamp(expires === null ? null : new Date(expires * 1000));
  if (isPlain) return { cdn_url: origin + path, expires_at };
  const current = await currentSigningKey(context, keyOf(bucket), expires === null);
  const key = { keyId: current.key_id, key: deriveUrlKey(context.configuration.secrets[0], current, bucket.bucket_id) };
  const signer = expires === null ? null : await signerOf(context, bucket, expires);
  return { cdn_url: origin + signUrl(key, { reading, path, expires, disposition, signer }), expires_at };
};

/** A URL ends with the token that asks for it at the latest. In seconds since 1970. */
function expiryOf(expiresIn: number | null, { expiresAt }: Caller): number | null {
  const ends = [
    ...(expiresIn === null ? [] : [Math.floor(Date.now() / 1000) + expiresIn]),
    ...(expiresAt === null ? [] : [Math.floor(expiresAt.getTime() / 1000)]),
  ];
  return ends.length === 0 ? null : Math.min(...ends);
}

function keyOf({ key_id, salt, signs_unexpiring }: ServedBucket): CurrentKey | undefined {
  return key_id === null || salt === null || signs_unexpiring === null ? undefined : { key_id, salt, signs_unexpiring };
}

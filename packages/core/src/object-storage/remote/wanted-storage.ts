import { createHash } from "node:crypto";
import type { Secrets } from "@fulmar/config";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import type { BucketGrant, BucketSettings } from "@fulmar/providers";
import { isSuspended } from "../../billing/index.ts";
import { KEY_HOLD } from "../access-key/held-keys.ts";
import { sealerOfAccessKeys } from "../access-key/sealed-access-keys.ts";
import { cdnKey } from "../signing/object-url.ts";

/** A reservation that no request has bound to a bucket by then is given up. */
const GIVEN_UP = "interval '2 minutes'";

const buckets = statement(
  "storage_buckets_wanted",
  `SELECT s.name, s.bucket_id, s.state, s.object_lock, s.applied, s.reserved_at < now() - ${GIVEN_UP} AS is_stale,
          s.reserved_at + ${GIVEN_UP} AS stale_at,
          b.is_public, b.quota_bytes, b.versioning::text, b.moving, b.deleted_at IS NOT NULL AS is_deleted,
          b.restorable_until IS NOT NULL AS is_kept, b.retention_mode::text, b.retention_days, b.retention_years,
          ${isSuspended("w.organization_id")} AS is_suspended,
          EXISTS (SELECT FROM cdn_distribution d
                   WHERE d.workspace_id = s.workspace_id AND d.origin_bucket_id = s.bucket_id)
            OR EXISTS (SELECT FROM cdn_common_path p
                        WHERE p.workspace_id = s.workspace_id AND p.bucket_id = s.bucket_id) AS is_served
     FROM storage_bucket s JOIN workspace w ON w.workspace_id = s.workspace_id
     LEFT JOIN bucket b ON b.workspace_id = s.workspace_id AND b.bucket_id = s.bucket_id
    WHERE s.region = $region AND s.workspace_id = $workspace_id::bigint ORDER BY s.name`,
);

// A policy cannot allow to add objects and not to replace them, so a held key reads, and one that only writes has no
// user.
const keys = statement(
  "storage_keys_wanted",
  `SELECT k.access_key_id, k.sealed_secret, k.permission::text, k.bypass_governance, t.allowed_ip_ranges,
          ${KEY_HOLD} IS NOT NULL AS is_held, least(k.expires_at, t.expires_at) AS ends_at,
          CASE WHEN NOT k.all_buckets THEN ARRAY(SELECT r.bucket_id FROM access_key_bucket r
            WHERE r.workspace_id = k.workspace_id AND r.credential_id = k.credential_id) END AS bucket_ids
     FROM access_key k LEFT JOIN api_token t ON t.token_id = k.created_by_id AND k.created_by_type = 'token'
    WHERE k.workspace_id = $workspace_id::bigint AND coalesce(least(k.expires_at, t.expires_at) > now(), true)
      AND NOT (k.permission = 'write' AND ${KEY_HOLD} IS NOT NULL) ORDER BY k.access_key_id`,
);

const made = statement(
  "storage_keys_made",
  `SELECT access_key_id, applied FROM storage_key WHERE region = $region AND workspace_id = $workspace_id::bigint
    ORDER BY access_key_id`,
);

export type StorageBucketRow = RowOf<typeof buckets>;

/** An access key that a region's server should have. */
export interface WantedKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly permission: BucketGrant["permission"];
  readonly bypassGovernance: boolean;
  readonly allowedIpRanges: readonly string[];
  /** Null: all buckets of the workspace. */
  readonly bucketIds: readonly string[] | null;
}

/** The storage that a workspace should have in a region, and the records of workers about it. */
export interface WantedStorage {
  readonly buckets: readonly StorageBucketRow[];
  readonly keys: readonly WantedKey[];
  /** Digests by access key id; null while it is not known whether the server has the key. */
  readonly made: ReadonlyMap<string, string | null>;
  /** When the next of the keys expires, or a reservation is given up. Null for never. */
  readonly nextLook: Date | null;
}

export async function readWanted(
  sql: Sql,
  secrets: Secrets,
  region: string,
  workspaceId: bigint,
): Promise<WantedStorage> {
  const sealer = sealerOfAccessKeys(secrets);
  const rows = await sql.query(buckets, { region, workspace_id: workspaceId });
  // The users of keys are made before a bucket that moves has arrived.
  const bound = rows.filter(({ state }) => state === "bound" || state === "arriving");
  const inForce = bound.length === 0 ? [] : await sql.query(keys, { workspace_id: workspaceId });
  const here = new Set(bound.map(({ bucket_id }) => bucket_id));
  const reaching = inForce.filter(({ bucket_ids }) => bucket_ids === null || bucket_ids.some((id) => here.has(id)));
  const unbound = rows.filter(({ state }) => ["reserved", "made", "taken"].includes(state));
  const looks = [...reaching.map(({ ends_at }) => ends_at), ...unbound.map(({ stale_at }) => stale_at)].flatMap((at) =>
    at === null ? [] : [at.getTime()],
  );
  return {
    buckets: rows,
    keys: [
      ...reaching.map((key) => ({
        accessKeyId: key.access_key_id,
        secretAccessKey: sealer.open(key.sealed_secret, key.access_key_id),
        permission: key.is_held === true ? "read" : key.permission,
        bypassGovernance: key.bypass_governance && key.is_held !== true,
        allowedIpRanges: key.allowed_ip_ranges ?? [],
        bucketIds: key.bucket_ids,
      })),
      ...bound.filter(({ is_served }) => is_served).map((bucket) => cdnKeyOf(secrets, workspaceId, bucket.bucket_id)),
    ],
    made: new Map(
      (await sql.query(made, { region, workspace_id: workspaceId })).map((row) => [row.access_key_id, row.applied]),
    ),
    nextLook: looks.length === 0 ? null : new Date(Math.min(...looks)),
  };
}

/** The key by which edges of the CDN read a bucket is a user of its own. */
function cdnKeyOf(secrets: Secrets, workspaceId: bigint, bucketId: string): WantedKey {
  const key = cdnKey(secrets[0], { workspaceId: String(workspaceId), bucketId });
  return { ...key, permission: "serve", bypassGovernance: false, allowedIpRanges: [], bucketIds: [bucketId] };
}

/** The users of a region's server, by whom they are for. Ids begin with the installation's prefix there. */
export const userIdOf = {
  owner: (prefix: string, workspaceId: bigint) => `${prefix}ws-${workspaceId}`,
  key: (prefix: string, accessKeyId: string) => `${prefix}key-${accessKeyId}`,
};

/** The configuration of a bucket that belongs to a row. */
export function settingsOf(prefix: string, bucket: StorageBucketRow, keys: readonly WantedKey[]): BucketSettings {
  const { retention_mode: mode, retention_days: days, retention_years: years, object_lock: lockEnabled } = bucket;
  const versioning = bucket.versioning ?? (lockEnabled ? "Enabled" : null);
  const defaultRetention =
    mode === null ? null : { mode, ...(days !== null && { days }), ...(years !== null && { years }) };
  const quotaBytes = bucket.quota_bytes === null ? null : Number(bucket.quota_bytes);
  // While it is kept nobody reaches it, and while it is emptied its owner alone does.
  if (bucket.is_deleted === true)
    return {
      ...{ isPublic: false, ...(bucket.is_kept === true && { isHidden: true as const }), grants: [], quotaBytes },
      ...{ versioning, objectLock: lockEnabled, defaultRetention },
    };
  // While it moves here or away, its owner alone reaches it. The default retention is not for what is copied.
  if (bucket.state !== "bound")
    return {
      ...{ isPublic: false, grants: [], quotaBytes: null, versioning },
      ...{ objectLock: lockEnabled, defaultRetention: null },
    };
  return {
    isPublic: bucket.is_public === true,
    ...(bucket.moving === "frozen" && { isFrozen: true }),
    ...(bucket.is_suspended === true && { storesNothing: true }),
    grants: keys
      .filter(({ bucketIds }) => bucketIds === null || bucketIds.includes(bucket.bucket_id))
      .map(({ accessKeyId, permission, bypassGovernance, allowedIpRanges }) => ({
        userId: userIdOf.key(prefix, accessKeyId),
        ...{ permission, bypassGovernance, allowedIpRanges },
      })),
    ...{ quotaBytes, versioning, objectLock: lockEnabled, defaultRetention },
  };
}

/** Increased when an adapter makes something else of the same settings. */
const FORM = 1;

export function digestOf(value: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify([FORM, value]))
    .digest("base64url")
    .slice(0, 22);
}

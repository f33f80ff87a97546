import type { Secrets } from "@fulmar/config";
import { ACCESS_KEY_SCOPES, isScope, ROLE_SCOPES, roleInWorkspace, type Scope } from "@fulmar/contract";
import { lookup, type RowOf, type Sql, statement } from "@fulmar/prisma";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { isSuspended } from "../../billing/index.ts";
import { LateWrites } from "../../request/change/late-writes.ts";
import type { Sealer } from "../../request/sealing/sealed-value.ts";
import { KEY_HOLD, type KeyHold, keyHoldOf } from "../access-key/held-keys.ts";
import { sealerOfAccessKeys } from "../access-key/sealed-access-keys.ts";
import type { EncryptingBucket } from "../embedded/object-encryption.ts";
import { keysWithPrefix } from "../embedded/object-list.ts";
import { type ObjectRecord, type ObjectRow, objectColumns, toRecord } from "../embedded/object-record.ts";
import type { Versioning } from "../embedded/object-versions.ts";
import type { DefaultRetention } from "../settings/bucket-configuration.ts";
import {
  accessKeyIdOf,
  cdnBucketOf,
  cdnKey,
  movedBucketOf,
  moveKey,
  type ServedBucket,
  type UrlSigner,
  urlKey,
  urlSignerOf,
} from "../signing/object-url.ts";

/** A bucket as the S3 API reads it. */
export interface StoreBucket extends EncryptingBucket {
  readonly organizationId: string;
  readonly name: string;
  readonly region: string;
  readonly isPublic: boolean;
  readonly lockEnabled: boolean;
  /** Whether nothing may be written for a moment, because it moves to another region. */
  readonly isFrozen: boolean;
  /** Whether what is sent counts as the bucket's transfer. What the CDN fetches does not: it counts what it sends. */
  readonly countsTransfer: boolean;
  /** The retention of objects that are written without one. Null if there is none. */
  readonly defaultRetention: DefaultRetention | null;
  readonly versioning: Versioning;
  /** The bucket policy as it was sent. Null if there is none. */
  readonly policy: string | null;
  /** Whether only keys of the workspace may use it, whatever its policy allows (AWS: RestrictPublicBuckets). */
  readonly restrictsPublic: boolean;
}

/** The alleged signer of a request, and the bucket that it names. The caller checks the signature with `secrets`. */
export interface S3Visitor {
  readonly workspaceId: bigint;
  /** Whose turns and rate the request takes. Empty if there is no such workspace. */
  readonly organizationId: string;
  readonly accessKeyId: string;
  /** One for an access key; one for each secret of the installation for a URL. */
  readonly secrets: readonly string[];
  /** Empty once the credential that signed a URL has ended. */
  readonly scopes: ReadonlySet<Scope>;
  /** Whether it may end or shorten a GOVERNANCE retention. */
  readonly mayBypassGovernance: boolean;
  readonly expired: boolean;
  /** Whether the organization is suspended, so that it may store nothing more. */
  readonly suspended: boolean;
  /** Where it may be used from: the ranges of the token that made the key or signed the URL. Empty: everywhere. */
  readonly allowedIpRanges: readonly string[];
  /**
   * How the token that made the key or signed the URL holds it, whatever scopes and policies allow. Null if nothing
   * does.
   */
  readonly hold: KeyHold | null;
  /** Whether the key reaches every bucket of the workspace, and so may list them. */
  readonly allBuckets: boolean;
  /** Undefined if the request names no bucket, or the workspace has no bucket of the name. */
  readonly bucket: StoreBucket | undefined;
  /** Whether the key reaches the bucket. Otherwise only the bucket's policy may allow requests. */
  readonly reaches: boolean;
  /** True for a key by which the API presigns requests. It is only accepted in a URL. */
  readonly presignedOnly: boolean;
  /** True for the CDN's key, which reads objects and lists nothing. */
  readonly readsObjectsOnly?: true;
  /** The object that was asked for with the visitor. Undefined if none was; `found` is undefined if there is none. */
  readonly present?: { readonly key: string; readonly found: ObjectRecord | undefined };
}

const bucketColumns = `w.workspace_id, w.organization_id, b.bucket_id, b.name AS bucket_name, b.region, b.is_public,
                       b.bucket_lock_enabled,
  b.retention_mode::text, b.retention_days, b.retention_years, b.versioning::text, b.sealed_key, b.moving,
  (SELECT jsonb_object_agg(c.kind, c.document) FROM bucket_configuration c
    WHERE c.workspace_id = b.workspace_id AND c.bucket_id = b.bucket_id
      AND c.kind IN ('encryption', 'policy', 'publicAccessBlock')) AS configurations`;

/** The configurations that each request to a bucket obeys, by kind. */
const Configurations = z.object({
  encryption: z.object({}).optional(),
  policy: z.object({ text: z.string() }).optional(),
  publicAccessBlock: z.object({ RestrictPublicBuckets: z.boolean() }).optional(),
});

const SUSPENDED = `${isSuspended("w.organization_id")} AS suspended`;

// A key ends with the expiry of the token that made it, and is bound to its ranges and its guard, as they are now.
const keyColumns = `${bucketColumns}, k.sealed_secret, k.permission::text, k.bypass_governance, k.all_buckets,
                    t.allowed_ip_ranges, ${KEY_HOLD} AS hold, ${SUSPENDED},
          coalesce(least(k.expires_at, t.expires_at) <= now(), false) AS expired,
          k.all_buckets OR EXISTS (
            SELECT FROM access_key_bucket r
             WHERE r.workspace_id = k.workspace_id AND r.credential_id = k.credential_id
               AND r.bucket_id = b.bucket_id) AS reaches`;
const keyTables = `access_key k JOIN workspace w ON w.workspace_id = k.workspace_id AND w.deleted_at IS NULL
     LEFT JOIN api_token t ON t.token_id = k.created_by_id AND k.created_by_type = 'token'
     LEFT JOIN bucket b ON b.workspace_id = k.workspace_id AND b.name = $name AND b.backend = 'embedded'
       AND b.deleted_at IS NULL`;

const byKey = lookup("s3_visitor", `SELECT ${keyColumns} FROM ${keyTables} WHERE k.access_key_id = $access_key_id`);

// The key, the bucket and the object that a GET names, so that most reads ask the database once.
const byKeyWithObject = lookup(
  "s3_visitor_with_object",
  `SELECT ${keyColumns}, o.* FROM ${keyTables}
     LEFT JOIN LATERAL (
       SELECT ${objectColumns} FROM object
        WHERE workspace_id = b.workspace_id AND bucket_id = b.bucket_id AND key = $key) o ON true
    WHERE k.access_key_id = $access_key_id`,
);

// The scopes of the token, or the role of the session's user there, while the credential is in force in this
// workspace. A person may have approved a URL, but none of a token that only plans.
const bySigner = lookup(
  "s3_visitor_of_url",
  `SELECT ${bucketColumns}, t.scopes, t.allowed_ip_ranges, CASE WHEN t.guard = 'plan_only' THEN 'reads' END AS hold,
          m.role, r.role AS own_role, ${SUSPENDED}
     FROM workspace w
     LEFT JOIN bucket b ON b.workspace_id = w.workspace_id AND b.name = $name AND b.backend = 'embedded'
      AND b.deleted_at IS NULL
     LEFT JOIN api_token t ON t.token_id = $token_id AND t.organization_id = w.organization_id AND t.revoked_at IS NULL
      AND (t.expires_at IS NULL OR t.expires_at > now())
      AND (t.workspace_policy = 'entire_organization' OR w.workspace_id = ANY (t.workspace_ids))
     LEFT JOIN session s ON s.id = $token_id AND s.expires_at > now() AND s.ends_at > now()
     LEFT JOIN member m ON m.organization_id = w.organization_id AND m.user_id = s.user_id
     LEFT JOIN workspace_role r ON r.organization_id = m.organization_id AND r.user_id = m.user_id
      AND r.workspace_id = w.workspace_id
    WHERE w.workspace_id = $workspace_id::bigint AND w.deleted_at IS NULL`,
);

const byWorkspace = lookup(
  "s3_visitor_of_workspace",
  `SELECT ${bucketColumns} FROM workspace w
     LEFT JOIN bucket b ON b.workspace_id = w.workspace_id AND b.name = $name AND b.backend = 'embedded'
      AND b.deleted_at IS NULL
    WHERE w.workspace_id = $workspace_id::bigint AND w.deleted_at IS NULL`,
);

// The first in the line for a name, which may be a workspace whose bucket is gone since a few days. A deleted bucket
// keeps its place until its row is gone, and leaves it to its workspace then
// (prisma/migrations/20270101040200_plain_paths).
const oldest = lookup(
  "s3_visitor_oldest",
  `SELECT ${bucketColumns} FROM (
     (SELECT o.workspace_id, o.created_at AS since FROM bucket o WHERE o.name = $name AND o.backend = 'embedded'
       ORDER BY o.created_at, o.bucket_id LIMIT 1)
     UNION ALL
     (SELECT p.workspace_id, p.held_since FROM plain_path p WHERE p.name = $name AND p.held_until > now()
       ORDER BY p.held_since LIMIT 1)
     ORDER BY since LIMIT 1
   ) first JOIN workspace w ON w.workspace_id = first.workspace_id AND w.deleted_at IS NULL
     JOIN bucket b ON b.workspace_id = first.workspace_id AND b.name = $name AND b.backend = 'embedded'
      AND b.deleted_at IS NULL`,
);

// The key reads the bucket for as long as the CDN serves it.
const byCdn = lookup(
  "s3_visitor_cdn",
  `SELECT ${bucketColumns} FROM bucket b JOIN workspace w ON w.workspace_id = b.workspace_id AND w.deleted_at IS NULL
    WHERE b.workspace_id = $workspace_id::bigint AND b.bucket_id = $bucket_id AND b.name = $name
      AND b.backend = 'embedded' AND b.deleted_at IS NULL
      AND (EXISTS (SELECT FROM cdn_distribution d
                    WHERE d.workspace_id = b.workspace_id AND d.origin_bucket_id = b.bucket_id)
           OR EXISTS (SELECT FROM cdn_common_path p
                       WHERE p.workspace_id = b.workspace_id AND p.bucket_id = b.bucket_id))`,
);

// Until a bucket is in its region, only its move reaches what the store has of it.
const byMove = lookup(
  "s3_visitor_move",
  `SELECT ${bucketColumns} FROM bucket b JOIN workspace w ON w.workspace_id = b.workspace_id AND w.deleted_at IS NULL
    WHERE b.workspace_id = $workspace_id::bigint AND b.bucket_id = $bucket_id AND b.name = $name
      AND b.moving IN ('moving', 'frozen')`,
);

// A key learns of the buckets that it reaches.
const moved = lookup(
  "s3_visitor_moved",
  `SELECT r.endpoint_url, r.region FROM bucket b JOIN storage_region r ON r.region = b.region
    WHERE b.workspace_id = $workspace_id::bigint AND b.name = $name AND b.backend <> 'embedded' AND b.deleted_at IS NULL
      AND ($all_buckets::boolean OR EXISTS (
        SELECT FROM access_key k
          JOIN access_key_bucket a ON a.workspace_id = k.workspace_id AND a.credential_id = k.credential_id
         WHERE k.access_key_id = $access_key_id AND a.workspace_id = b.workspace_id AND a.bucket_id = b.bucket_id))
      AND EXISTS (SELECT FROM bucket_move m
                   WHERE m.workspace_id = b.workspace_id AND m.bucket_id = b.bucket_id AND m.from_backend = 'embedded'
                     AND m.switched_at IS NOT NULL)`,
);

/** Where a bucket is now that was in the embedded store. */
export interface MovedBucket {
  readonly region: string;
  readonly endpoint: string;
}

/**
 * Looks up the signers of requests. Their rights are not cached, so a deleted or expired key is refused on the next
 * request.
 */
export class S3Visitors {
  readonly #sql: Sql;
  readonly #secrets: Secrets;
  readonly #sealer: Sealer;
  /** Opened secrets of access keys, by what was sealed. */
  readonly #opened = new LRUCache<string, string>({ max: 10_000 });

  constructor(sql: Sql, secrets: Secrets) {
    this.#sql = sql;
    this.#secrets = secrets;
    this.#sealer = sealerOfAccessKeys(secrets);
  }

  /**
   * Reads the key and the bucket in one round trip.
   * @param bucketName undefined if the request names none
   * @param key of an object to read with an access key and the bucket
   * @returns undefined when there is no such key
   */
  async find(
    accessKeyId: string,
    bucketName: string | undefined,
    key?: string | undefined,
  ): Promise<S3Visitor | undefined> {
    const signer = urlSignerOf(accessKeyId);
    if (signer !== undefined) return this.#signer(signer, bucketName);
    const served = cdnBucketOf(accessKeyId);
    if (served !== undefined) return this.#cdn(served, bucketName);
    const moving = movedBucketOf(accessKeyId);
    if (moving !== undefined) return this.#move(moving, bucketName);
    if (bucketName === undefined || key === undefined) {
      const row = await this.#sql.maybe(byKey, { access_key_id: accessKeyId, name: bucketName ?? null });
      return row && this.#byKey(accessKeyId, row);
    }
    const row = await this.#sql.maybe(byKeyWithObject, { access_key_id: accessKeyId, name: bucketName, key });
    if (row === undefined) return undefined;
    const found = isObject(row) ? toRecord(key, row) : undefined;
    return { ...this.#byKey(accessKeyId, row), present: { key, found } };
  }

  #byKey(accessKeyId: string, row: RowOf<typeof byKey>): S3Visitor {
    return {
      workspaceId: row.workspace_id,
      organizationId: row.organization_id,
      accessKeyId,
      secrets: [this.#secretOf(row.sealed_secret, accessKeyId)],
      scopes: new Set(ACCESS_KEY_SCOPES[row.permission]),
      mayBypassGovernance: row.bypass_governance,
      expired: row.expired,
      suspended: row.suspended === true,
      allowedIpRanges: row.allowed_ip_ranges ?? [],
      hold: keyHoldOf(row.hold),
      allBuckets: row.all_buckets,
      bucket: toBucket(row),
      reaches: row.reaches === true,
      presignedOnly: false,
    };
  }

  #secretOf(sealed: Buffer, accessKeyId: string): string {
    const name = `${accessKeyId} ${sealed.toString("base64")}`;
    const known = this.#opened.get(name);
    if (known !== undefined) return known;
    const secret = this.#sealer.open(sealed, accessKeyId);
    this.#opened.set(name, secret);
    return secret;
  }

  /**
   * A workspace or a credential that does not exist also gets a visitor, without rights, so that a wrong signature does
   * not reveal which exist.
   */
  async #signer(signer: UrlSigner, bucketName: string | undefined): Promise<S3Visitor> {
    const { workspaceId, credentialId } = signer;
    const row = await this.#sql.maybe(bySigner, {
      workspace_id: workspaceId,
      name: bucketName ?? null,
      token_id: credentialId,
    });
    const roleScopes = row?.role == null ? [] : ROLE_SCOPES[roleInWorkspace(row.role, row.own_role)];
    return {
      accessKeyId: accessKeyIdOf(signer),
      secrets: this.#secrets.map((secret) => urlKey(secret, signer).secret),
      workspaceId,
      organizationId: row?.organization_id ?? "",
      scopes: new Set(row?.scopes?.filter(isScope) ?? roleScopes),
      mayBypassGovernance: false,
      expired: false,
      suspended: row?.suspended === true,
      allowedIpRanges: row?.allowed_ip_ranges ?? [],
      hold: keyHoldOf(row?.hold ?? null),
      allBuckets: true,
      bucket: row && toBucket(row),
      reaches: true,
      presignedOnly: true,
    };
  }

  /** An edge of the CDN, which reads one bucket. @returns undefined when the CDN does not serve the bucket */
  async #cdn(served: ServedBucket, bucketName: string | undefined): Promise<S3Visitor | undefined> {
    if (bucketName === undefined) return undefined;
    const row = await this.#sql.maybe(byCdn, {
      workspace_id: BigInt(served.workspaceId),
      bucket_id: served.bucketId,
      name: bucketName,
    });
    const bucket = row && toBucket(row);
    if (bucket === undefined) return undefined;
    const keys = this.#secrets.map((secret) => cdnKey(secret, served));
    const scopes = new Set<Scope>(["object-storage.read"]);
    return { ...ofInstallation(bucket, keys), scopes, mayBypassGovernance: false, readsObjectsOnly: true };
  }

  /** The move of a bucket, also of one that is still, or already, elsewhere. @returns undefined when it does not move */
  async #move(moving: ServedBucket, bucketName: string | undefined): Promise<S3Visitor | undefined> {
    if (bucketName === undefined) return undefined;
    const row = await this.#sql.maybe(byMove, {
      workspace_id: BigInt(moving.workspaceId),
      bucket_id: moving.bucketId,
      name: bucketName,
    });
    const bucket = row && toBucket(row);
    if (bucket === undefined) return undefined;
    const keys = this.#secrets.map((secret) => moveKey(secret, moving));
    const scopes = new Set(ACCESS_KEY_SCOPES.read_write);
    // A server is frozen by its own policy. The store is the target then.
    return { ...ofInstallation({ ...bucket, isFrozen: false }, keys), scopes, mayBypassGovernance: true };
  }

  /** Where a bucket of the visitor's workspace has moved to from this store. Undefined if it has not. */
  async movedTo(
    { workspaceId, accessKeyId, allBuckets }: Pick<S3Visitor, "workspaceId" | "accessKeyId" | "allBuckets">,
    bucketName: string,
  ): Promise<MovedBucket | undefined> {
    const row = await this.#sql.maybe(moved, {
      workspace_id: workspaceId,
      name: bucketName,
      all_buckets: allBuckets,
      access_key_id: accessKeyId,
    });
    return row === undefined || row.endpoint_url === null
      ? undefined
      : { region: row.region, endpoint: row.endpoint_url };
  }

  /**
   * The bucket that an unsigned request names. Without a workspace it is the first one of the name, so that nobody
   * takes over the plain path of another's bucket, also after its deletion (docs/adr/0048). The caller checks what
   * everyone may do with it.
   */
  async unsignedBucket(workspaceId: bigint | undefined, bucketName: string): Promise<StoreBucket | undefined> {
    const [row] =
      workspaceId === undefined
        ? await this.#sql.query(oldest, { name: bucketName })
        : await this.#sql.query(byWorkspace, { workspace_id: workspaceId, name: bucketName });
    return row && toBucket(row);
  }
}

type RowWithObject = RowOf<typeof byKeyWithObject>;

/** Whether the join found an object, whose columns are not null then. */
function isObject(row: RowWithObject): row is RowWithObject & ObjectRow {
  return row.etag !== null;
}

/** A visitor by a key that the installation derives for one bucket. */
function ofInstallation(
  bucket: StoreBucket,
  keys: readonly { readonly accessKeyId: string; readonly secretAccessKey: string }[],
): Omit<S3Visitor, "scopes" | "mayBypassGovernance"> {
  return {
    workspaceId: bucket.workspaceId,
    organizationId: bucket.organizationId,
    accessKeyId: `${keys[0]?.accessKeyId}`,
    secrets: keys.map(({ secretAccessKey }) => secretAccessKey),
    expired: false,
    suspended: false,
    allowedIpRanges: [],
    hold: null,
    allBuckets: false,
    bucket: { ...bucket, countsTransfer: false },
    reaches: true,
    presignedOnly: false,
  };
}

function toBucket(row: RowOf<typeof byWorkspace> | RowOf<typeof oldest>): StoreBucket | undefined {
  const { workspace_id: workspaceId, bucket_id: bucketId, bucket_name: name, region, retention_mode: mode } = row;
  if (bucketId === null || name === null || region === null) return undefined;
  const { encryption, policy, publicAccessBlock } = Configurations.parse(row.configurations ?? {});
  const restrictsPublic = publicAccessBlock?.RestrictPublicBuckets === true;
  return {
    ...{
      workspaceId,
      organizationId: row.organization_id,
      bucketId,
      name,
      region,
      isPublic: row.is_public === true && !restrictsPublic,
      restrictsPublic,
      policy: policy?.text ?? null,
      encrypts: encryption !== undefined,
      sealedKey: row.sealed_key,
      versioning: row.versioning,
      lockEnabled: row.bucket_lock_enabled === true,
      isFrozen: row.moving === "frozen",
      countsTransfer: true,
    },
    defaultRetention: mode === null ? null : { mode, days: row.retention_days, years: row.retention_years },
  };
}

const list = statement(
  "access_key_buckets",
  `SELECT b.name, b.region, b.created_at FROM access_key k
     JOIN bucket b ON b.workspace_id = k.workspace_id AND b.backend = 'embedded' AND b.deleted_at IS NULL
    WHERE k.access_key_id = $access_key_id AND (k.all_buckets OR EXISTS (
      SELECT FROM access_key_bucket r
       WHERE r.workspace_id = k.workspace_id AND r.credential_id = k.credential_id AND r.bucket_id = b.bucket_id))
      AND b.name >= $from::text COLLATE "C" AND b.name < $before::text COLLATE "C" AND b.name > $after::text COLLATE "C"
      AND ($region::text IS NULL OR b.region = $region)
    ORDER BY b.name COLLATE "C" LIMIT $limit`,
);

/** A bucket in the list of an S3 client. */
export type ReachedBucket = RowOf<typeof list>;

interface BucketPage {
  readonly prefix: string;
  /** Null for all regions. */
  readonly region: string | null;
  /** The last name of the page before. */
  readonly after: string;
  readonly limit: number;
}

/** The buckets that an access key reaches, ordered by name, at most `limit`. */
export function reachedBuckets(
  sql: Sql,
  accessKeyId: string,
  { prefix, region, after, limit }: BucketPage,
): Promise<ReachedBucket[]> {
  const { from, before } = keysWithPrefix(prefix);
  return sql.query(list, { access_key_id: accessKeyId, from, before, after, region, limit });
}

const WRITTEN_EVERY_MS = 5_000;

const touch = statement(
  "access_key_touch",
  `UPDATE access_key k SET last_used_at = greatest(k.last_used_at, u.used_at)
     FROM unnest($access_key_ids::text[], $used_times::timestamptz[]) AS u (access_key_id, used_at)
    WHERE k.access_key_id = u.access_key_id`,
);

/** Records when each access key was last used. If the database fails, only these times are lost. */
export class AccessKeyUse {
  readonly #uses: LateWrites<Date>;

  constructor({ sql, onError }: { sql: Sql; onError: (error: unknown) => void }) {
    this.#uses = new LateWrites({
      write: (uses) => sql.query(touch, { access_key_ids: [...uses.keys()], used_times: [...uses.values()] }),
      onError,
      everyMs: WRITTEN_EVERY_MS,
    });
  }

  record(accessKeyId: string): void {
    this.#uses.note(accessKeyId, () => new Date());
  }

  close(): Promise<void> {
    return this.#uses.close();
  }
}

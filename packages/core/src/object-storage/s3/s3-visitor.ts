import type { Secrets } from "@fulmar/config";
import { ACCESS_KEY_SCOPES, isScope, ROLE_SCOPES, roleInWorkspace, type Scope } from "@fulmar/contract";
import { lookup, type RowOf, type Sql } from "@fulmar/prisma";
import { LRUCache } from "lru-cache";
import { isSuspended } from "../../billing/index.ts";
import { isLocked } from "../../request/door/person-door.ts";
import type { Sealer } from "../../request/sealing/sealed-value.ts";
import { KEY_HOLD, type KeyHold, keyHoldOf } from "../access-key/held-keys.ts";
import { sealerOfAccessKeys } from "../access-key/sealed-access-keys.ts";
import { type ObjectRecord, type ObjectRow, objectColumns, toRecord } from "../embedded/object-record.ts";
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
import { bucketColumns, type StoreBucket, toBucket } from "./store-bucket.ts";

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

const SUSPENDED = `${isSuspended("w.organization_id")} AS suspended`;

// A key ends with the expiry of the token that made it, and is bound to its ranges and its guard, as they are now.
const keyColumns = `${bucketColumns}, k.sealed_secret, k.permission::text, k.bypass_governance, k.all_buckets,
                    t.allowed_ip_ranges, ${KEY_HOLD} AS hold, ${SUSPENDED},
          coalesce(least(k.expires_at, t.expires_at) <= now(), false)
            OR ${isLocked("k.created_by_id", "t.created_by", "t.rotated_by")} AS expired,
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
      AND (t.expires_at IS NULL OR t.expires_at > now()) AND NOT ${isLocked("t.created_by", "t.rotated_by")}
      AND (t.workspace_policy = 'entire_organization' OR w.workspace_id = ANY (t.workspace_ids))
     LEFT JOIN session s ON s.id = $token_id AND s.expires_at > now() AND s.ends_at > now()
     LEFT JOIN member m ON m.organization_id = w.organization_id AND m.user_id = s.user_id
     LEFT JOIN workspace_role r ON r.organization_id = m.organization_id AND r.user_id = m.user_id
      AND r.workspace_id = w.workspace_id
    WHERE w.workspace_id = $workspace_id::bigint AND w.deleted_at IS NULL`,
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

import { lookup, type RowOf, statement } from "@fulmar/prisma";
import {
  type BucketSettingsPort,
  type ObjectPort,
  ProviderError,
  rgwObjects,
  rgwSettings,
  type StorageOwner,
} from "@fulmar/providers";
import { isSuspended } from "../../billing/index.ts";
import { toTimestamp } from "../../query/wire-form.ts";
import { auditRequest } from "../../request/audit-event.ts";
import type { RequestContext } from "../../request/context.ts";
import { conflict, type DomainError, invalidField } from "../../request/domain-error.ts";
import { bucketFrozen } from "../constraint-errors.ts";
import { presignUrl } from "../signing/object-url.ts";
import { rehearsedObjects, rehearsedSettings } from "./rehearsed-objects.ts";
import { regionSilent } from "./reserve-bucket.ts";
import { sealerOfOwners } from "./storage-owner.ts";

const find = lookup(
  "bucket_remote",
  `SELECT b.bucket_id, b.name, b.region, b.versioning::text, b.bucket_lock_enabled, b.moving, r.endpoint_url,
          o.access_key_id, o.secret_sealed,
          ${isSuspended("w.organization_id")} AS suspended
     FROM bucket b JOIN workspace w ON w.workspace_id = b.workspace_id JOIN storage_region r ON r.region = b.region
     JOIN storage_owner o ON o.region = b.region AND o.workspace_id = b.workspace_id
    WHERE b.workspace_id = $workspace_id::bigint AND b.name = $name AND b.backend <> 'embedded'
      AND b.deleted_at IS NULL`,
);

type RemoteRow = RowOf<typeof find>;

/**
 * A bucket whose region has a server of its own, as a request reaches it: by the key of the workspace's owner there.
 */
export interface RemoteBucket {
  readonly bucketId: string;
  readonly name: string;
  readonly region: string;
  readonly endpoint: string;
  readonly versioning: RemoteRow["versioning"];
  readonly lockEnabled: boolean;
  /** Whether nothing may change for a moment, because the bucket moves. */
  readonly isFrozen: boolean;
  /** Whether its organization is suspended, and so may store nothing more. */
  readonly isSuspended: boolean;
  readonly owner: Omit<StorageOwner, "userId">;
  readonly objects: ObjectPort;
  readonly settings: BucketSettingsPort;
}

/** The bucket of a name if it is a remote one. Undefined otherwise. */
export async function findRemoteBucket(
  {
    sql,
    workspace,
    configuration,
    rehearsed,
  }: Pick<RequestContext, "sql" | "workspace" | "configuration" | "rehearsed">,
  name: string,
): Promise<RemoteBucket | undefined> {
  const row = await sql.maybe(find, { workspace_id: workspace.id, name });
  if (row === undefined || row.endpoint_url === null) return undefined;
  const { bucket_id: bucketId, region, versioning, endpoint_url: endpoint, access_key_id: accessKeyId } = row;
  const secretAccessKey = sealerOfOwners(configuration.secrets).open(row.secret_sealed, accessKeyId);
  const owner = { accessKeyId, secretAccessKey };
  const objects = rgwObjects(endpoint, owner, name);
  const settings = rgwSettings(endpoint, owner, name);
  return {
    ...{ bucketId, name, region, endpoint, versioning, owner, lockEnabled: row.bucket_lock_enabled },
    objects: rehearsed ? rehearsedObjects(objects) : objects,
    isFrozen: row.moving === "frozen",
    isSuspended: row.suspended === true,
    settings: rehearsed ? rehearsedSettings(settings) : settings,
  };
}

/**
 * Awaits a call of a region's server for a request.
 * @throws DomainError 503 while it does not answer
 */
export async function atRegion<Value>(call: Promise<Value>): Promise<Value> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ProviderError) throw regionSilent(error);
    throw error;
  }
}

/**
 * Changes something at a region's server for a request, outside of its transaction.
 * @throws DomainError 503 while the server does not answer, or the bucket is frozen
 */
export function changeAtRegion<Value>(
  { isFrozen }: Pick<RemoteBucket, "isFrozen">,
  { outside }: Pick<RequestContext, "outside">,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  if (isFrozen) throw bucketFrozen();
  return outside((signal) => atRegion(work(signal)));
}

const audited = statement(
  "remote_read_audited",
  `WITH audited AS (${auditRequest({ rows: "(SELECT) one" })}) SELECT 1`,
);

/** The longest time that a URL lives which its server cannot end with its signer, in seconds. */
const LONGEST_URL = 3_600;

/**
 * Signs requests for objects of a remote bucket, and writes the audit event of that. Its server knows neither tokens
 * nor sessions: a URL ends by time alone, and works from everywhere.
 * @throws DomainError 400 for a longer time, 409 for a token that is bound to IP ranges
 */
export async function remoteSigner(
  { endpoint, region, name, owner }: RemoteBucket,
  context: RequestContext,
  expiresIn: number,
  resourceId = name,
) {
  const { caller } = context;
  if (expiresIn > LONGEST_URL)
    throw invalidField(
      "expires_in",
      `must be at most ${LONGEST_URL} in this region, whose URLs do not end with the credential that asked for them`,
    );
  if (caller.allowedIpRanges.length > 0)
    throw invalidField(
      "bucket_name",
      "names a bucket whose region cannot bind URLs to the IP ranges of your token; use an access key, which can be",
      "unsupported_by_region",
    );
  await context.sql.query(audited, { ...context.auditRow(resourceId) });
  const at = new Date();
  const left = caller.expiresAt === null ? expiresIn : Math.floor((caller.expiresAt.getTime() - at.getTime()) / 1000);
  const seconds = Math.max(1, Math.min(expiresIn, left));
  const key = { accessKeyId: owner.accessKeyId, secret: owner.secretAccessKey };
  return {
    expires_at: toTimestamp(new Date(at.getTime() + seconds * 1000)),
    sign: (request: Pick<Parameters<typeof presignUrl>[1], "method" | "key" | "query" | "headers">) =>
      presignUrl(key, { ...request, endpoint, region, bucketName: name, at, expiresIn: seconds }),
  };
}

/** Deletions of many objects are as many requests of the server, of which this many are under way. */
const AT_ONCE = 16;

/** Maps in parallel, a few at a time, in order. */
export async function mapAtOnce<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = new Array(items.length);
  const queue = items.entries();
  const worker = async () => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, worker));
  return results;
}

/** Awaits a deletion. @returns whether it was refused because the object is under retention or legal hold */
export async function isRetained(deletion: Promise<void>): Promise<boolean> {
  try {
    await deletion;
    return false;
  } catch (error) {
    if (error instanceof ProviderError && error.code === "object_retained") return true;
    throw error;
  }
}

/** The refusal of what is under retention. */
export function retained(sentence: string, keys: readonly string[]): DomainError {
  return conflict(
    "object_retained",
    sentence,
    keys.map((key) => ({ type: "object", id: key, name: key })),
  );
}

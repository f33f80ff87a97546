import { setTimeout as sleep } from "node:timers/promises";
import type { Secrets } from "@fulmar/config";
import { type Sql, statement } from "@fulmar/prisma";
import { DomainError } from "../../request/domain-error.ts";
import { newId } from "../../request/identifiers.ts";
import { LOOKS_MS, lookUntil } from "../../work/look-until.ts";
import { bucketNameTakenInRegion } from "../constraint-errors.ts";
import { newOwnerKey } from "./storage-owner.ts";

/** The channel that wakes workers for the owners of buckets. */
export const STORAGE_CHANNEL = "fulmar_storage";

/** How long a request waits for a worker. The first bucket of a gateway takes it some seconds. */
const PATIENCE_MS = 10_000;

/** A bucket that a workspace asks for in a region with a server of its own. */
export interface AskedBucket {
  readonly workspaceId: bigint;
  readonly region: string;
  readonly name: string;
  readonly objectLock: boolean;
}

// A reservation of this workspace that nobody has used is renewed. A name that the server has given to somebody else
// may be free by now, so it is asked for again.
const reserve = statement(
  "storage_bucket_reserve",
  `WITH owner AS (
     INSERT INTO storage_owner AS o (region, workspace_id, access_key_id, secret_sealed)
     VALUES ($region, $workspace_id::bigint, $access_key_id, $secret_sealed::bytea)
         ON CONFLICT (region, workspace_id) DO UPDATE SET revision = o.revision + 1, apply_at = now()
  RETURNING region, workspace_id
   ), reserved AS (
     INSERT INTO storage_bucket AS s (region, name, workspace_id, bucket_id, object_lock)
     SELECT region, $name, workspace_id, $bucket_id, $object_lock::boolean FROM owner
         ON CONFLICT (region, name) DO UPDATE
        SET reserved_at = now(), object_lock = excluded.object_lock, state = 'reserved'
      WHERE s.workspace_id = excluded.workspace_id AND s.state IN ('reserved', 'made', 'taken')
     RETURNING s.state
   )
   SELECT state, pg_notify('${STORAGE_CHANNEL}', '')::text FROM reserved`,
);

const look = statement(
  "storage_bucket_look",
  "SELECT workspace_id, state FROM storage_bucket WHERE region = $region AND name = $name",
);

/**
 * Reserves a name, and waits until a worker has made the bucket at the region's server.
 * @returns the refusal if the name is taken or nobody has made it in time; undefined once it is made
 */
export async function reserveBucket(
  sql: Sql,
  secrets: Secrets,
  { workspaceId, region, name, objectLock }: AskedBucket,
  signal: AbortSignal,
): Promise<DomainError | undefined> {
  const until = performance.now() + PATIENCE_MS;
  const { accessKeyId, sealedSecret } = newOwnerKey(secrets);
  const ask = () =>
    sql.query(reserve, {
      region,
      workspace_id: workspaceId,
      name,
      bucket_id: newId("bkt"),
      access_key_id: accessKeyId,
      secret_sealed: sealedSecret,
      object_lock: objectLock,
    });
  let asked = (await ask()).length > 0;
  for (let step = 0; performance.now() < until; step++) {
    const found = await sql.maybe(look, { region, name });
    // A bucket of this name is on its way out, perhaps another workspace's.
    if (found === undefined || found.state === "ended") asked = (await ask()).length > 0;
    else if (found.workspace_id !== workspaceId || found.state === "bound") return bucketNameTakenInRegion();
    else if (found.state === "made") return undefined;
    else if (found.state === "taken" && asked) return bucketNameTakenInRegion();
    await sleep(LOOKS_MS[Math.min(step, LOOKS_MS.length - 1)], undefined, { signal });
  }
  return regionSilent();
}

export function regionSilent(cause?: unknown): DomainError {
  return new DomainError("unavailable", "The region does not answer right now; try again in a moment.", {
    code: "region_unavailable",
    retryAfterSeconds: 5,
    ...(cause !== undefined && { cause }),
  });
}

const revisions = statement(
  "storage_owner_revisions",
  `SELECT region, revision FROM storage_owner
    WHERE workspace_id = $workspace_id::bigint AND applied_revision < revision`,
);

const behind = statement(
  "storage_owner_behind",
  `SELECT FROM storage_owner o JOIN unnest($regions::text[], $numbers::int[])
    AS w (region, revision) ON w.region = o.region
    WHERE o.workspace_id = $workspace_id::bigint AND o.applied_revision < w.revision`,
);

const APPLIED_WITHIN_MS = 5_000;

/**
 * Waits after a change until workers have brought it to the regions' servers, for some seconds at most: they go on
 * trying, and the change stands.
 */
export async function storageApplied(sql: Sql, workspaceId: bigint, signal: AbortSignal): Promise<void> {
  const wanted = await sql.query(revisions, { workspace_id: workspaceId });
  if (wanted.length === 0) return;
  const [regions, numbers] = [wanted.map(({ region }) => region), wanted.map(({ revision }) => revision)];
  const asked = { workspace_id: workspaceId, regions, numbers };
  await lookUntil(async () => (await sql.query(behind, asked)).length === 0, APPLIED_WITHIN_MS, signal);
}

import type { Secrets } from "@fulmar/config";
import type { Reconciler } from "@fulmar/engine";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { type BucketContent, type ObjectStoragePort, ProviderError } from "@fulmar/providers";
import { throwAll, workOn } from "../../work/work-through.ts";
import type { WorkerServices } from "../../work/worker-services.ts";
import { recordReached, recordUnreached } from "./check-regions.ts";
import { type ConnectionRow, readConnections, storageOf } from "./storage-connections.ts";
import { addedTransfer, hourOf } from "./transfers.ts";
import { userIdOf } from "./wanted-storage.ts";

const PAGE = 500;

const owners = statement(
  "storage_owners_of_region",
  `SELECT o.workspace_id, min(b.counted_hour) AS since FROM storage_owner o
     JOIN storage_bucket b ON b.region = o.region AND b.workspace_id = o.workspace_id AND b.state = 'bound'
    WHERE o.region = $region AND o.workspace_id > $after::bigint GROUP BY o.workspace_id ORDER BY o.workspace_id
    LIMIT ${PAGE}`,
);

// A bucket that is new may not be in the counts yet.
const buckets = statement(
  "storage_buckets_counted",
  `SELECT name, bucket_id, counted_hour, counted_bytes, reserved_at < now() - interval '2 minutes' AS is_old
     FROM storage_bucket
    WHERE region = $region AND workspace_id = $workspace_id::bigint AND state = 'bound' ORDER BY name`,
);

const record = statement(
  "storage_usage_record",
  `INSERT INTO bucket_usage AS u (workspace_id, bucket_id, slot, object_count, total_size, changed_at)
   SELECT b.workspace_id, b.bucket_id, 0, n.objects, n.bytes, clock_timestamp()
     FROM unnest($bucket_ids::text[], $object_counts::bigint[], $total_sizes::bigint[]) AS n (bucket_id, objects, bytes)
     JOIN bucket b ON b.workspace_id = $workspace_id::bigint AND b.bucket_id = n.bucket_id AND b.backend <> 'embedded'
    ORDER BY b.bucket_id
       ON CONFLICT (workspace_id, bucket_id, slot) DO UPDATE
      SET object_count = excluded.object_count, total_size = excluded.total_size, changed_at = excluded.changed_at
    WHERE (u.object_count, u.total_size) IS DISTINCT FROM (excluded.object_count, excluded.total_size)`,
);

// Counted once: another worker that has counted the same changes nothing.
const transferred = statement(
  "storage_transfer_record",
  `WITH counted AS (
     UPDATE storage_bucket SET counted_hour = $counted_hour::timestamptz, counted_bytes = $counted_bytes::bigint
      WHERE region = $region AND name = $name AND bucket_id = $bucket_id
        AND counted_hour IS NOT DISTINCT FROM $former_hour::timestamptz AND counted_bytes = $former_bytes::bigint
     RETURNING workspace_id, name
   )
   INSERT INTO transfer AS t (workspace_id, hour, resource_type, resource_id, sku_code, bytes)
   SELECT workspace_id, date_trunc('hour', now(), 'UTC'), 'bucket', name, 'object.transfer', $added::bigint
     FROM counted WHERE $added::bigint > 0
       ON CONFLICT (workspace_id, hour, resource_type, resource_id,
                    sku_code) DO UPDATE SET bytes = t.bytes + excluded.bytes`,
);

const missing = statement(
  "storage_buckets_missing",
  `WITH lost AS (
     UPDATE storage_bucket SET applied = NULL
      WHERE region = $region AND workspace_id = $workspace_id::bigint AND name = ANY ($names::text[])
        AND state = 'bound' RETURNING 1
   )
   UPDATE storage_owner SET revision = revision + 1, apply_at = now()
    WHERE region = $region AND workspace_id = $workspace_id::bigint AND EXISTS (SELECT FROM lost)`,
);

/**
 * Reads from the servers of regions what buckets hold and what they have sent, for records, charges and quotas, and has
 * buckets made again that a server lacks.
 */
export const countStorage: Reconciler<Pick<WorkerServices, "database" | "secrets">> = {
  name: "count-storage",
  everyMs: 30_000,
  async run({ database: { sql }, secrets }, signal) {
    const regions = await readConnections(sql, null);
    const connected = regions.filter(({ connected_at }) => connected_at !== null);
    throwAll(await workOn(connected, (region) => countRegion(sql, secrets, region, signal), signal));
  },
};

async function countRegion(sql: Sql, secrets: Secrets, connection: ConnectionRow, signal: AbortSignal): Promise<void> {
  const { region } = connection;
  const storage = storageOf(secrets, connection);
  try {
    await recordReached(sql, region, await storage.inspect(signal));
  } catch (error) {
    if (error instanceof ProviderError) await recordUnreached(sql, region, error);
    throw error;
  }
  for (let after = 0n; ; ) {
    const page = await sql.query(owners, { region, after });
    throwAll(await workOn(page, (owner) => countOwner(sql, storage, connection, owner, signal), signal));
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.workspace_id;
  }
}

async function countOwner(
  sql: Sql,
  storage: ObjectStoragePort,
  { region, user_prefix }: ConnectionRow,
  { workspace_id, since }: RowOf<typeof owners>,
  signal: AbortSignal,
): Promise<void> {
  const userId = userIdOf.owner(user_prefix, workspace_id);
  const known = await sql.query(buckets, { region, workspace_id });
  const contents = await storage.contents(userId, signal);
  await recordUsage(sql, workspace_id, known, contents);
  const there = new Set(contents.map(({ bucketName }) => bucketName));
  const lost = known.flatMap(({ name, is_old }) => (is_old === true && !there.has(name) ? [name] : []));
  if (lost.length > 0) await sql.query(missing, { region, workspace_id, names: lost });
  const transfers = await storage.transfers(userId, since ?? hourOf(new Date()), signal);
  for (const bucket of known) {
    const { hour, bytes, added } = addedTransfer(bucket, transfers);
    if (hour === null || (hour.getTime() === bucket.counted_hour?.getTime() && added === 0n)) continue;
    await sql.query(transferred, {
      ...{ region, name: bucket.name, bucket_id: bucket.bucket_id, added },
      ...{ counted_hour: hour, counted_bytes: bytes },
      ...{ former_hour: bucket.counted_hour, former_bytes: bucket.counted_bytes },
    });
  }
}

async function recordUsage(
  sql: Sql,
  workspaceId: bigint,
  known: readonly RowOf<typeof buckets>[],
  contents: readonly BucketContent[],
): Promise<void> {
  const ids = new Map(known.map(({ name, bucket_id }) => [name, bucket_id]));
  const counted = contents.flatMap(({ bucketName, objects, bytes }) => {
    const bucketId = ids.get(bucketName);
    return bucketId === undefined ? [] : [{ bucketId, objects: BigInt(objects), bytes: BigInt(bytes) }];
  });
  if (counted.length === 0) return;
  await sql.query(record, {
    workspace_id: workspaceId,
    bucket_ids: counted.map(({ bucketId }) => bucketId),
    object_counts: counted.map(({ objects }) => objects),
    total_sizes: counted.map(({ bytes }) => bytes),
  });
}

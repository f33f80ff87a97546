import { Bucket, type CreateBucket } from "@fulmar/contract";
import { lookup, type RowOf, statement } from "@fulmar/prisma";
import { inEachOrder, keyIn, positionIn } from "../../query/list-order.ts";
import { toPage } from "../../query/paging.ts";
import { contains, hasAny, isAmong } from "../../query/search.ts";
import { toTimestamp, wireForm } from "../../query/wire-form.ts";
import { PreparationNeeded } from "../../request/change/preparation.ts";
import type { Handler, InWorkspace, RequestContext } from "../../request/context.ts";
import { conflict, deletionProtected, found, invalidField, shownProtection } from "../../request/domain-error.ts";
import { newId } from "../../request/identifiers.ts";
import { restorableUntil } from "../../work/restore-window.ts";
import { bucketNameKept, bucketNameTaken, bucketNotEmpty } from "../constraint-errors.ts";
import { atRegion, findRemoteBucket, type RemoteBucket } from "../remote/remote-bucket.ts";
import { reserveBucket, storageApplied } from "../remote/reserve-bucket.ts";

export const bucketColumns = `b.bucket_id, b.name, b.backend::text, b.is_public, b.region, b.plan, b.status, r.site_id, s.name AS site_name, b.bucket_lock_enabled, b.versioning::text, b.deletion_protection,
  b.restorable_until, usage.object_count, usage.total_size, usage.parts_size, b.created_at, b.updated_at`;
const usage = `LATERAL (
  SELECT coalesce(sum(u.object_count), 0)::bigint AS object_count, coalesce(sum(u.total_size), 0)::bigint AS total_size,
         coalesce(sum(u.parts_size), 0)::bigint AS parts_size
    FROM bucket_usage u WHERE u.workspace_id = b.workspace_id AND u.bucket_id = b.bucket_id) usage`;
export const bucketJoins = `JOIN storage_region r ON r.region = b.region LEFT JOIN site s ON s.site_id = r.site_id
                            CROSS JOIN ${usage}`;

const listsOf = <const Name extends string>(listName: Name, which: string) =>
  inEachOrder({
    name: listName,
    by: { name: "b.name" },
    id: "b.bucket_id",
    text: ({ after, orderBy }) => `
    SELECT ${bucketColumns} FROM bucket b ${bucketJoins}
     WHERE b.workspace_id = $workspace_id::bigint AND ${which}
       AND ${after("$after")}
       AND ($name::text IS NULL OR b.name = $name)
       AND ${hasAny("b.tags", "$tags")}
       AND ${contains("b.name", "$search")}
       AND ${isAmong("b.region", "$regions")}
     ORDER BY ${orderBy} LIMIT $limit::int`,
  });
const lists = listsOf("bucket_list", "b.deleted_at IS NULL");
/** Kept buckets have an index of their own. */
const keptLists = listsOf("bucket_list_kept", "b.restorable_until IS NOT NULL");

const get = lookup(
  "bucket_get",
  `SELECT ${bucketColumns} FROM bucket b ${bucketJoins}
    WHERE b.workspace_id = $workspace_id::bigint AND b.name = $name AND b.deleted_at IS NULL`,
);

export type BucketRow = RowOf<typeof get>;

const checkNew = statement(
  "bucket_check_new",
  `SELECT (SELECT backend::text FROM storage_region WHERE region = $region AND connected_at IS NOT NULL) AS backend,
          (SELECT CASE WHEN deleted_at IS NULL THEN 'used' WHEN restorable_until IS NULL THEN 'ending' ELSE 'kept' END
             FROM bucket WHERE workspace_id = $workspace_id::bigint AND name = $name) AS namesake,
          EXISTS (SELECT FROM storage_bucket
                   WHERE region = $region AND name = $name AND workspace_id = $workspace_id::bigint
                     AND state = 'made') AS is_made`,
);

// A bucket with object lock has versions at its region's server from the start.
const inserted = (id: string, source: string) => `
     INSERT INTO bucket (bucket_id, workspace_id, name, region, is_public, bucket_lock_enabled, retention_mode,
                         retention_days, retention_years, tags, backend, versioning, deletion_protection)
     SELECT ${id}, $workspace_id::bigint, $name, $region, $is_public::boolean, $bucket_lock_enabled::boolean,
            $retention_mode::retention_mode, $retention_days::int, $retention_years::int, $tags::text[],
            $backend::storage_backend,
            CASE WHEN $bucket_lock_enabled::boolean AND $backend::storage_backend <> 'embedded'
                 THEN 'Enabled'::bucket_versioning END,
            $deletion_protection::boolean ${source}
     RETURNING *`;

// Of a remote bucket only in rehearsals, as if a worker had made it at its region's server.
const insert = statement(
  "bucket_insert",
  `WITH b AS (${inserted("$bucket_id", "")}) SELECT ${bucketColumns} FROM b ${bucketJoins}`,
);

// Binds the reserved bucket of a region's server. No row if the reservation was given up meanwhile.
const insertRemote = statement(
  "bucket_insert_remote",
  `WITH bound AS (
     UPDATE storage_bucket SET state = 'bound'
      WHERE region = $region AND name = $name AND workspace_id = $workspace_id::bigint AND state = 'made'
  RETURNING bucket_id
   ), b AS (${inserted("bucket_id", "FROM bound")})
   SELECT ${bucketColumns} FROM b ${bucketJoins}`,
);

const update = statement(
  "bucket_update",
  `UPDATE bucket
      SET is_public = $is_public::boolean, deletion_protection = coalesce($is_protected::boolean, deletion_protection),
          updated_at = now()
    WHERE workspace_id = $workspace_id::bigint AND name = $name AND deleted_at IS NULL
      AND (is_public <> $is_public::boolean
           OR deletion_protection <> coalesce($is_protected::boolean, deletion_protection))`,
);

// With versions a bucket is empty only once no version is retained any more, so that needs no other lock. Without,
// `locked_until` is the end of a compliance retention, counted from the bucket's creation. Null if there is none or it
// has passed.
const lock = statement(
  "bucket_row_lock",
  `SELECT b.bucket_id, EXISTS (SELECT FROM object o WHERE o.workspace_id = b.workspace_id AND o.bucket_id = b.bucket_id)
            OR EXISTS (SELECT FROM object_version v
                        WHERE v.workspace_id = b.workspace_id AND v.bucket_id = b.bucket_id) AS has_objects,
          b.backend::text, b.deletion_protection, b.bucket_lock_enabled,
          ${restorableUntil("$workspace_id::bigint")} AS keeps_until,
          CASE WHEN b.retention_mode = 'COMPLIANCE' AND b.versioning IS NULL AND kept.until > now()
                 THEN kept.until END AS locked_until
     FROM bucket b, LATERAL (SELECT b.created_at + make_interval(years => coalesce(b.retention_years, 0),
                                                                 days => coalesce(b.retention_days, 0)) AS until) kept
    WHERE b.workspace_id = $workspace_id::bigint AND b.name = $name AND b.deleted_at IS NULL FOR UPDATE OF b`,
);

// The foreign key also deletes uploads in parts.
const remove = statement(
  "bucket_delete",
  `DELETE FROM bucket
    WHERE workspace_id = $workspace_id::bigint AND bucket_id = $bucket_id AND NOT deletion_protection`,
);

// Objects that were written while the deletion waited for the bucket's row show only now.
const keep = statement(
  "bucket_keep",
  `UPDATE bucket b SET deleted_at = now(), restorable_until = $restorable_until::timestamptz
    WHERE b.workspace_id = $workspace_id::bigint AND b.bucket_id = $bucket_id AND b.deleted_at IS NULL
      AND NOT b.deletion_protection
      AND ($with_objects::boolean OR NOT EXISTS (SELECT FROM object o
                                                  WHERE o.workspace_id = b.workspace_id AND o.bucket_id = b.bucket_id)
                      AND NOT EXISTS (SELECT FROM object_version v
                                       WHERE v.workspace_id = b.workspace_id AND v.bucket_id = b.bucket_id))
   RETURNING 1`,
);

/** A bucket of any region. */
export function findBucket({ sql, workspace }: InWorkspace, name: string): Promise<BucketRow | undefined> {
  return sql.maybe(get, { workspace_id: workspace.id, name });
}

const shown = wireForm(
  Bucket.omit({
    object_count: true,
    total_size: true,
    parts_size: true,
    deletion_protection: true,
    restorable_until: true,
  }),
);

/** The record of create and update. */
function toBucket(row: BucketRow): Bucket {
  return {
    ...shown(row),
    ...shownProtection(row.deletion_protection),
    ...(row.restorable_until !== null && { restorable_until: toTimestamp(row.restorable_until) }),
  };
}

/** The record of read and list, which includes the bucket's usage. */
export function toBucketWithUsage(row: BucketRow): Bucket {
  const [objects, size, parts] = [row.object_count, row.total_size, row.parts_size].map(Number);
  return {
    ...toBucket(row),
    ...{ object_count: objects, total_size: size },
    ...(parts !== 0 && { parts_size: parts }),
  };
}

export const listBuckets: Handler<"bucket.list"> = async (context, { limit, cursor, sort, deleted, ...filter }) => {
  const rows = await context.sql.query((deleted ? keptLists : lists)[sort], {
    workspace_id: context.workspace.id,
    after: positionIn(sort, "bkt", cursor),
    name: filter.name,
    tags: filter.tag,
    search: filter.search,
    regions: filter.region,
    limit: limit + 1,
  });
  return toPage(rows, limit, (row) => keyIn(sort, row.bucket_id, row), toBucketWithUsage);
};

/** Checks region and name, asks billing, then inserts the bucket. */
export const createBucket: Handler<"bucket.create"> = async (context, input) => {
  const { sql, workspace } = context;
  const { name, region, default_retention: retention } = input;
  const { backend, namesake, is_made } = await sql.one(checkNew, { workspace_id: workspace.id, name, region });
  if (backend === null)
    throw invalidField("region", "is not an object storage region; GET /object-storage/regions lists the regions");
  if (namesake !== null) throw namesake === "used" ? bucketNameTaken() : bucketNameKept(namesake === "kept");
  await context.admit({ skuCode: "bucket.standard" });
  const values = {
    workspace_id: workspace.id,
    name,
    region,
    backend,
    is_public: input.is_public,
    bucket_lock_enabled: input.object_lock_enabled,
    retention_mode: retention?.mode,
    retention_days: retention?.days,
    retention_years: retention?.years,
    tags: input.tags,
    deletion_protection: input.deletion_protection,
  };
  if (backend === "embedded" || context.rehearsed)
    return toBucket(await sql.one(insert, { bucket_id: newId("bkt"), ...values }));
  const row = is_made === true ? await sql.maybe(insertRemote, values) : undefined;
  if (row === undefined) throw reservationNeeded(context, input);
  context.afterCommit((later, signal) => storageApplied(later, workspace.id, signal));
  return toBucket(row);
};

/** A worker makes the bucket at its region's server first. */
function reservationNeeded({ workspace, configuration }: RequestContext, bucket: CreateBucket): PreparationNeeded {
  const { name, region, object_lock_enabled: objectLock } = bucket;
  const asked = { workspaceId: workspace.id, region, name, objectLock };
  return new PreparationNeeded((sql, signal) => reserveBucket(sql, configuration.secrets, asked, signal));
}

export const getBucket: Handler<"bucket.get"> = async (context, { bucket_name }) =>
  toBucketWithUsage(found(await findBucket(context, bucket_name), "bucket"));

/** A bucket that already has these values is not changed, not even `updated_at`. */
export const updateBucket: Handler<"bucket.update"> = async (
  context,
  { bucket_name: name, is_public, deletion_protection: is_protected },
) => {
  const { sql, workspace } = context;
  await sql.query(update, { workspace_id: workspace.id, name, is_public, is_protected });
  const row = found(await findBucket(context, name), "bucket");
  if (row.backend !== "embedded") context.afterCommit((later, signal) => storageApplied(later, workspace.id, signal));
  return toBucket(row);
};

/** Throws if a resource of another family uses a bucket. The caller has locked the bucket. */
export type RequireBucketUnused = (context: RequestContext, bucketId: string) => Promise<void>;

/**
 * Deletes a bucket that is empty, unused and not under a compliance retention. Incomplete uploads in parts are deleted
 * with it. The server of a region decides whether its bucket is empty, as it deletes it. If the commit fails after
 * that, workers make the empty bucket again. A workspace with a deletion window keeps the bucket until its end, and
 * with `force`
 * also one that has objects.
 */
export function deleteBucket(requireUnused: RequireBucketUnused): Handler<"bucket.delete"> {
  return async (context, { bucket_name, force }) => {
    const { sql, workspace } = context;
    const bucket = found(await sql.maybe(lock, { workspace_id: workspace.id, name: bucket_name }), "bucket");
    if (bucket.deletion_protection) throw deletionProtected("bucket");
    if (bucket.locked_until !== null) {
      throw conflict(
        "bucket_locked",
        `The compliance retention of the bucket lasts until ${toTimestamp(bucket.locked_until)}; delete the ` +
          "bucket after that.",
      );
    }
    const { bucket_id, keeps_until: until, bucket_lock_enabled: hasLock } = bucket;
    const refusal = bucketNotEmpty({ force, hasWindow: until !== null, hasLock });
    const withObjects = force && until !== null && !hasLock;
    if (bucket.has_objects && !withObjects) throw refusal;
    await requireUnused(context, bucket_id);
    const place = { workspace_id: workspace.id, bucket_id };
    const remote = bucket.backend === "embedded" ? undefined : await findRemoteBucket(context, bucket_name);
    if (until !== null) {
      if (remote !== undefined && !withObjects && (await holdsVersions(remote, context.signal))) throw refusal;
      const kept = await sql.maybe(keep, { ...place, restorable_until: until, with_objects: withObjects });
      if (kept === undefined) throw refusal;
    } else {
      await sql.query(remove, place);
      if (remote !== undefined && !(await atRegion(remote.objects.deleteBucket(context.signal)))) throw refusal;
    }
    if (remote !== undefined) context.afterCommit((later, signal) => storageApplied(later, workspace.id, signal));
    const deletion = { status: "deleted", name: bucket_name } as const;
    return until === null ? deletion : { ...deletion, restorable_until: toTimestamp(until) };
  };
}

async function holdsVersions({ objects }: RemoteBucket, signal: AbortSignal): Promise<boolean> {
  const page = { prefix: "", after: undefined, limit: 1 };
  return (await atRegion(objects.listVersions(page, signal))).length > 0;
}

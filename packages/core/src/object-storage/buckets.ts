import type { Bucket, CreateBucket } from "@fulmar/contract";
import { lookup, type RowOf, type Sql, statement } from "@fulmar/prisma";
import { inEachOrder, keyIn, type ListPosition, positionIn, type Sort } from "../query/list-order.ts";
import { toPage } from "../query/paging.ts";
import { contains, hasAny, isAmong } from "../query/search.ts";
import { toTimestamp } from "../query/timestamp.ts";
import { PreparationNeeded } from "../request/change/preparation.ts";
import type { Handler, RequestContext } from "../request/context.ts";
import { conflict, deletionProtected, invalidField, notFound, shownProtection } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { restorableUntil } from "../work/restore-window.ts";
import { bucketNameKept, bucketNameTaken, bucketNotEmpty } from "./constraint-errors.ts";
import { atRegion, findRemoteBucket, type RemoteBucket } from "./remote/remote-bucket.ts";
import { reserveBucket, storageApplied } from "./remote/reserve-bucket.ts";

interface BucketFilter {
  readonly name?: string | undefined;
  readonly tag?: readonly string[] | undefined;
  readonly region?: readonly string[] | undefined;
  readonly search?: string | undefined;
  /** Lists the deleted ones that can be restored. */
  readonly deleted: boolean;
}

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
/** What is kept has an index of its own. */
const keptLists = listsOf("bucket_list_kept", "b.restorable_until IS NOT NULL");

const get = lookup(
  "bucket_get",
  `SELECT ${bucketColumns} FROM bucket b ${bucketJoins}
    WHERE b.workspace_id = $workspace_id::bigint AND b.name = $name AND b.deleted_at IS NULL`,
);

const getEmbedded = lookup(
  "bucket_get_embedded",
  `SELECT ${bucketColumns} FROM bucket b ${bucketJoins}
    WHERE b.workspace_id = $workspace_id::bigint AND b.name = $name AND b.backend = 'embedded'
      AND b.deleted_at IS NULL`,
);

export type BucketRow = RowOf<typeof get>;

const checkNew = statement(
  "bucket_check_new",
  `SELECT (SELECT backend::text FROM storage_region WHERE region = $region) AS backend,
          (SELECT CASE WHEN deleted_at IS NULL THEN 'used' WHEN restorable_until IS NULL THEN 'ending' ELSE 'kept' END
             FROM bucket WHERE workspace_id = $workspace_id::bigint AND name = $name) AS namesake,
          EXISTS (SELECT FROM storage_bucket
                   WHERE region = $region AND name = $name AND workspace_id = $workspace_id::bigint
                     AND state = 'made') AS is_made`,
);

type Backend = NonNullable<RowOf<typeof checkNew>["backend"]>;

const insert = statement(
  "bucket_insert",
  `WITH b AS (
     INSERT INTO bucket (bucket_id, workspace_id, name, region, is_public, bucket_lock_enabled, retention_mode,
                         retention_days, retention_years, tags, deletion_protection)
     VALUES ($bucket_id, $workspace_id::bigint, $name, $region, $is_public::boolean, $bucket_lock_enabled::boolean,
             $retention_mode::retention_mode, $retention_days::int, $retention_years::int, $tags::text[],
             $deletion_protection::boolean)
     RETURNING *
   )
   SELECT ${bucketColumns} FROM b ${bucketJoins}`,
);

const insertRemote = statement(
  "bucket_insert_remote",
  `WITH bound AS (
     UPDATE storage_bucket SET state = 'bound'
      WHERE region = $region AND name = $name AND workspace_id = $workspace_id::bigint AND state = 'made'
  RETURNING bucket_id
   ), b AS (
     INSERT INTO bucket (bucket_id, workspace_id, name, region, is_public, bucket_lock_enabled, retention_mode,
                         retention_days, retention_years, tags, backend, versioning, deletion_protection)
     SELECT bucket_id, $workspace_id::bigint, $name, $region, $is_public::boolean, $bucket_lock_enabled::boolean,
            $retention_mode::retention_mode, $retention_days::int, $retention_years::int, $tags::text[],
            $backend::storage_backend,
            CASE WHEN $bucket_lock_enabled::boolean THEN 'Enabled'::bucket_versioning END, $deletion_protection::boolean
            FROM bound
     RETURNING *
   )
   SELECT ${bucketColumns} FROM b ${bucketJoins}`,
);

// As if a worker had made the bucket at its region's server. Only rehearsals send it.
const insertUnbound = statement(
  "bucket_insert_unbound",
  `WITH b AS (
     INSERT INTO bucket (bucket_id, workspace_id, name, region, is_public, bucket_lock_enabled, retention_mode,
                         retention_days, retention_years, tags, backend, versioning, deletion_protection)
     VALUES ($bucket_id, $workspace_id::bigint, $name, $region, $is_public::boolean, $bucket_lock_enabled::boolean,
             $retention_mode::retention_mode, $retention_days::int, $retention_years::int, $tags::text[],
             $backend::storage_backend, CASE WHEN $bucket_lock_enabled::boolean THEN 'Enabled'::bucket_versioning END,
             $deletion_protection::boolean)
     RETURNING *
   )
   SELECT ${bucketColumns} FROM b ${bucketJoins}`,
);

const update = statement(
  "bucket_update",
  `UPDATE bucket
      SET is_public = $is_public::boolean, deletion_protection = coalesce($is_protected::boolean, deletion_protection),
          updated_at = now()
    WHERE workspace_id = $workspace_id::bigint AND name = $name AND deleted_at IS NULL
      AND (is_public, deletion_protection) IS DISTINCT FROM ($is_public::boolean,
                                                             coalesce($is_protected::boolean, deletion_protection))`,
);

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

/**
 * What decides whether a bucket may be deleted. With versions a bucket is empty only once no version is retained any
 * more, so that needs no other lock. Without, `locked_until` is the end of a compliance retention, counted from the
 * bucket's creation. Null if there is none or it has passed.
 */
type BucketToDelete = RowOf<typeof lock>;

// The foreign key also deletes uploads in parts.
const remove = statement(
  "bucket_delete",
  `DELETE FROM bucket
    WHERE workspace_id = $workspace_id::bigint AND bucket_id = $bucket_id AND NOT deletion_protection`,
);

// What was written while the deletion waited for the bucket's row shows only now.
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

/** The buckets of one workspace. Deleted ones are only listed. */
export class BucketRepository {
  readonly #sql: Sql;
  readonly #workspaceId: bigint;

  constructor(sql: Sql, workspaceId: bigint) {
    this.#sql = sql;
    this.#workspaceId = workspaceId;
  }

  /** In the order of `sort`, at most `limit`, after a position. */
  list(
    { name, tag, region, search, deleted }: BucketFilter,
    sort: Sort<"name">,
    after: ListPosition | null,
    limit: number,
  ): Promise<BucketRow[]> {
    const values = {
      workspace_id: this.#workspaceId,
      after,
      name: name ?? null,
      tags: tag ?? null,
      search: search ?? null,
      regions: region ?? null,
      limit,
    };
    return this.#sql.query((deleted ? keptLists : lists)[sort], values);
  }

  /** A bucket of any region. */
  async find(name: string): Promise<BucketRow | undefined> {
    const [row] = await this.#sql.query(get, { workspace_id: this.#workspaceId, name });
    return row;
  }

  /** A bucket whose objects are in the embedded store. */
  async get(name: string): Promise<BucketRow | undefined> {
    const [row] = await this.#sql.query(getEmbedded, { workspace_id: this.#workspaceId, name });
    return row;
  }

  /** The backend of the region, if there is one, what has the name, and whether a remote bucket is made already. */
  async checkNew(name: string, region: string): Promise<RowOf<typeof checkNew>> {
    const [row] = await this.#sql.query(checkNew, { workspace_id: this.#workspaceId, name, region });
    if (row === undefined) throw new Error("the database did not say whether the bucket could be created");
    return row;
  }

  async insert(bucket: CreateBucket): Promise<BucketRow> {
    const [row] = await this.#sql.query(insert, { bucket_id: newId("bkt"), ...this.#columnsOf(bucket) });
    if (row === undefined) throw new Error("the database created no bucket");
    return row;
  }

  /**
   * Binds the reserved bucket of a region's server to a row. A bucket with object lock has versions there.
   * @returns undefined when the reservation was given up meanwhile
   */
  async insertRemote(bucket: CreateBucket, backend: Backend): Promise<BucketRow | undefined> {
    const [row] = await this.#sql.query(insertRemote, { backend, ...this.#columnsOf(bucket) });
    return row;
  }

  /** Inserts the row of a bucket without asking the region's server. The transaction must be rolled back. */
  async insertUnbound(bucket: CreateBucket, backend: Backend): Promise<BucketRow> {
    const values = { bucket_id: newId("bkt"), backend, ...this.#columnsOf(bucket) };
    const [row] = await this.#sql.query(insertUnbound, values);
    if (row === undefined) throw new Error("the database created no bucket");
    return row;
  }

  #columnsOf(bucket: CreateBucket) {
    const { mode, days, years } = bucket.default_retention ?? {};
    return {
      workspace_id: this.#workspaceId,
      name: bucket.name,
      region: bucket.region,
      is_public: bucket.is_public,
      bucket_lock_enabled: bucket.object_lock_enabled,
      retention_mode: mode ?? null,
      retention_days: days ?? null,
      retention_years: years ?? null,
      tags: bucket.tags,
      deletion_protection: bucket.deletion_protection,
    };
  }

  /** A bucket that already has these values is not changed, not even `updated_at`. */
  async update(name: string, isPublic: boolean, isProtected: boolean | undefined): Promise<void> {
    await this.#sql.query(update, {
      workspace_id: this.#workspaceId,
      name,
      is_public: isPublic,
      is_protected: isProtected ?? null,
    });
  }

  /** Locks a bucket until the transaction ends and reads what may block its deletion. */
  async lock(name: string): Promise<BucketToDelete | undefined> {
    const [row] = await this.#sql.query(lock, { workspace_id: this.#workspaceId, name });
    return row;
  }

  async delete(bucketId: string): Promise<void> {
    await this.#sql.query(remove, { workspace_id: this.#workspaceId, bucket_id: bucketId });
  }

  /** @returns false if it has objects, and must have none */
  async keep(bucketId: string, until: Date, withObjects: boolean): Promise<boolean> {
    return (
      (
        await this.#sql.query(keep, {
          workspace_id: this.#workspaceId,
          bucket_id: bucketId,
          restorable_until: until,
          with_objects: withObjects,
        })
      ).length > 0
    );
  }
}

/** The record of create and update. */
function toBucket(row: BucketRow): Bucket {
  const { bucket_id, versioning: _, backend: __, object_count, total_size, parts_size, ...rest } = row;
  const { deletion_protection, restorable_until, created_at, updated_at, ...shared } = rest;
  return {
    ...shared,
    created_at: toTimestamp(created_at),
    updated_at: toTimestamp(updated_at),
    ...shownProtection(deletion_protection),
    ...(restorable_until !== null && { restorable_until: toTimestamp(restorable_until) }),
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

export const listBuckets: Handler<"bucket.list"> = async (context, { limit, cursor, sort, ...filter }) => {
  const buckets = new BucketRepository(context.sql, context.workspace.id);
  const rows = await buckets.list(filter, sort, positionIn(sort, "bkt", cursor), limit + 1);
  return toPage(rows, limit, (row) => keyIn(sort, row.bucket_id, row), toBucketWithUsage);
};

/** Checks region and name, asks billing, then inserts the bucket. */
export const createBucket: Handler<"bucket.create"> = async (context, input) => {
  const buckets = new BucketRepository(context.sql, context.workspace.id);
  const { backend, namesake, is_made } = await buckets.checkNew(input.name, input.region);
  if (backend === null)
    throw invalidField("region", "is not an object storage region; GET /object-storage/regions lists the regions");
  if (namesake !== null) throw namesake === "used" ? bucketNameTaken() : bucketNameKept(namesake === "kept");
  await context.admit({ skuCode: "bucket.standard" });
  if (backend === "embedded") return toBucket(await buckets.insert(input));
  if (context.rehearsed) return toBucket(await buckets.insertUnbound(input, backend));
  const row = is_made === true ? await buckets.insertRemote(input, backend) : undefined;
  if (row === undefined) throw reservationNeeded(context, input);
  context.afterCommit((sql, signal) => storageApplied(sql, context.workspace.id, signal));
  return toBucket(row);
};

/** A worker makes the bucket at its region's server first. */
function reservationNeeded({ workspace, configuration }: RequestContext, bucket: CreateBucket): PreparationNeeded {
  const { name, region, object_lock_enabled: objectLock } = bucket;
  const asked = { workspaceId: workspace.id, region, name, objectLock };
  return new PreparationNeeded((sql, signal) => reserveBucket(sql, configuration.secrets, asked, signal));
}

export const getBucket: Handler<"bucket.get"> = async (context, { bucket_name }) => {
  const row = await new BucketRepository(context.sql, context.workspace.id).find(bucket_name);
  if (row === undefined) throw notFound("bucket");
  return toBucketWithUsage(row);
};

export const updateBucket: Handler<"bucket.update"> = async (
  context,
  { bucket_name, is_public, deletion_protection },
) => {
  const buckets = new BucketRepository(context.sql, context.workspace.id);
  await buckets.update(bucket_name, is_public, deletion_protection);
  const row = await buckets.find(bucket_name);
  if (row === undefined) throw notFound("bucket");
  if (row.backend !== "embedded")
    context.afterCommit((sql, signal) => storageApplied(sql, context.workspace.id, signal));
  return toBucket(row);
};

/** Throws if a resource of another family uses a bucket. The caller has locked the bucket. */
export type RequireBucketUnused = (context: RequestContext, bucketId: string) => Promise<void>;

/**
 * Deletes a bucket that is empty, unused and not under a compliance retention. Incomplete uploads in parts are deleted
 * with it. The server of a region decides whether its bucket is empty, as it deletes it. If the commit fails after
 * that, workers make the empty bucket again. A workspace with a deletion window keeps the bucket until its end, and
 * with
 * `force` also one that has objects.
 */
export function deleteBucket(requireUnused: RequireBucketUnused): Handler<"bucket.delete"> {
  return async (context, { bucket_name, force }) => {
    const buckets = new BucketRepository(context.sql, context.workspace.id);
    const bucket = await buckets.lock(bucket_name);
    if (bucket === undefined) throw notFound("bucket");
    if (bucket.deletion_protection) throw deletionProtected("bucket");
    if (bucket.locked_until !== null) {
      throw conflict(
        "bucket_locked",
        `The compliance retention of the bucket lasts until ${toTimestamp(bucket.locked_until)}; delete the bucket after that.`,
      );
    }
    const { keeps_until: until, bucket_lock_enabled: hasLock } = bucket;
    const refusal = bucketNotEmpty({ force, hasWindow: until !== null, hasLock });
    const withObjects = force && until !== null && !hasLock;
    if (bucket.has_objects && !withObjects) throw refusal;
    await requireUnused(context, bucket.bucket_id);
    const remote = bucket.backend === "embedded" ? undefined : await findRemoteBucket(context, bucket_name);
    if (until !== null) {
      if (remote !== undefined && !withObjects && (await holdsVersions(remote, context.signal))) throw refusal;
      if (!(await buckets.keep(bucket.bucket_id, until, withObjects))) throw refusal;
    } else {
      await buckets.delete(bucket.bucket_id);
      if (remote !== undefined && !(await atRegion(remote.objects.deleteBucket(context.signal)))) throw refusal;
    }
    if (remote !== undefined) context.afterCommit((sql, signal) => storageApplied(sql, context.workspace.id, signal));
    const deletion = { status: "deleted", name: bucket_name } as const;
    return until === null ? deletion : { ...deletion, restorable_until: toTimestamp(until) };
  };
}

async function holdsVersions({ objects }: RemoteBucket, signal: AbortSignal): Promise<boolean> {
  const page = { prefix: "", after: undefined, limit: 1 };
  return (await atRegion(objects.listVersions(page, signal))).length > 0;
}

import type { Bucket, CreateBucket } from "@fulmar/contract";
import { lookup, type RowOf, type Sql, statement } from "@fulmar/prisma";
import { inEachOrder, keyIn, type ListPosition, positionIn, type Sort } from "../query/list-order.ts";
import { toPage } from "../query/paging.ts";
import { contains } from "../query/search.ts";
import { toTimestamp } from "../query/timestamp.ts";
import type { Handler, RequestContext } from "../request/context.ts";
import { conflict, invalidField, notFound } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { bucketNameTaken, bucketNotEmpty } from "./constraint-errors.ts";

interface BucketFilter {
  readonly name?: string | undefined;
  readonly tag?: string | undefined;
  readonly search?: string | undefined;
}

const columns = `b.bucket_id, b.name, b.is_public, b.region, b.plan, b.status, r.site_id, s.name AS site_name, b.bucket_lock_enabled, b.versioning::text,
  usage.object_count, usage.total_size, b.created_at, b.updated_at`;
const usage = `LATERAL (
  SELECT coalesce(sum(u.object_count), 0)::bigint AS object_count, coalesce(sum(u.total_size), 0)::bigint AS total_size
    FROM bucket_usage u WHERE u.workspace_id = b.workspace_id AND u.bucket_id = b.bucket_id) usage`;
const joins = `JOIN storage_region r ON r.region = b.region LEFT JOIN site s ON s.site_id = r.site_id CROSS JOIN ${usage}`;

const lists = inEachOrder({
  name: "bucket_list",
  by: "name",
  column: "b.name",
  id: "b.bucket_id",
  text: ({ after, orderBy }) => `
    SELECT ${columns} FROM bucket b ${joins}
     WHERE b.workspace_id = $1::bigint
       AND ${after("$2")}
       AND ($3::text IS NULL OR b.name = $3)
       AND ($4::text IS NULL OR $4 = ANY (b.tags))
       AND ${contains("b.name", "$5")}
     ORDER BY ${orderBy} LIMIT $6::int`,
});

const get = lookup(
  "bucket_get",
  `SELECT ${columns} FROM bucket b ${joins} WHERE b.workspace_id = $1::bigint AND b.name = $2`,
);

type BucketRow = RowOf<typeof get>;

const checkNew = statement(
  "bucket_check_new",
  `SELECT EXISTS (SELECT FROM storage_region WHERE region = $3) AS region_known,
          EXISTS (SELECT FROM bucket WHERE workspace_id = $1::bigint AND name = $2) AS name_taken`,
);

const insert = statement(
  "bucket_insert",
  `WITH b AS (
     INSERT INTO bucket (bucket_id, workspace_id, name, region, is_public, bucket_lock_enabled, retention_mode, retention_days, retention_years, tags)
     VALUES ($1, $2::bigint, $3, $4, $5::boolean, $6::boolean, $7::retention_mode, $8::int, $9::int, $10::text[])
     RETURNING *
   )
   SELECT ${columns} FROM b ${joins}`,
);

const update = statement(
  "bucket_update",
  "UPDATE bucket SET is_public = $3::boolean, updated_at = now() WHERE workspace_id = $1::bigint AND name = $2 AND is_public <> $3::boolean",
);

const lock = statement(
  "bucket_row_lock",
  `SELECT b.bucket_id, EXISTS (SELECT FROM object o WHERE o.workspace_id = b.workspace_id AND o.bucket_id = b.bucket_id)
            OR EXISTS (SELECT FROM object_version v WHERE v.workspace_id = b.workspace_id AND v.bucket_id = b.bucket_id) AS has_objects,
          CASE WHEN b.retention_mode = 'COMPLIANCE' AND b.versioning IS NULL AND kept.until > now() THEN kept.until END AS locked_until
     FROM bucket b, LATERAL (SELECT b.created_at + make_interval(years => coalesce(b.retention_years, 0), days => coalesce(b.retention_days, 0)) AS until) kept
    WHERE b.workspace_id = $1::bigint AND b.name = $2 FOR UPDATE OF b`,
);

/**
 * What decides whether a bucket may be deleted. With versions a bucket is empty only once no version is retained any more, so
 * that needs no other lock. Without, `locked_until` is the end of a compliance retention, counted from the
 * bucket's creation. Null if there is none or it has passed.
 */
type BucketToDelete = RowOf<typeof lock>;

// The foreign key also deletes uploads in parts.
const remove = statement("bucket_delete", "DELETE FROM bucket WHERE workspace_id = $1::bigint AND bucket_id = $2");

/** The buckets of one workspace. */
export class BucketRepository {
  readonly #sql: Sql;
  readonly #workspaceId: bigint;

  constructor(sql: Sql, workspaceId: bigint) {
    this.#sql = sql;
    this.#workspaceId = workspaceId;
  }

  /** In the order of `sort`, at most `limit`, after a position. */
  list(
    { name, tag, search }: BucketFilter,
    sort: Sort<"name">,
    after: ListPosition | null,
    limit: number,
  ): Promise<BucketRow[]> {
    return this.#sql.query(lists[sort], [this.#workspaceId, after, name ?? null, tag ?? null, search ?? null, limit]);
  }

  async get(name: string): Promise<BucketRow | undefined> {
    const [row] = await this.#sql.query(get, [this.#workspaceId, name]);
    return row;
  }

  /** Whether the region exists and the name is free. */
  async checkNew(name: string, region: string): Promise<{ region_known: boolean; name_taken: boolean }> {
    const [row] = await this.#sql.query(checkNew, [this.#workspaceId, name, region]);
    if (row === undefined) throw new Error("the database did not say whether the bucket could be created");
    return row;
  }

  async insert(bucket: CreateBucket): Promise<BucketRow> {
    const { mode, days, years } = bucket.default_retention ?? {};
    const [row] = await this.#sql.query(insert, [
      newId("bkt"),
      this.#workspaceId,
      bucket.name,
      bucket.region,
      bucket.is_public,
      bucket.object_lock_enabled,
      mode ?? null,
      days ?? null,
      years ?? null,
      bucket.tags,
    ]);
    if (row === undefined) throw new Error("the database created no bucket");
    return row;
  }

  /** A bucket that already has this value is not changed, not even `updated_at`. */
  async setPublic(name: string, isPublic: boolean): Promise<void> {
    await this.#sql.query(update, [this.#workspaceId, name, isPublic]);
  }

  /** Locks a bucket until the transaction ends and reads what may block its deletion. */
  async lock(name: string): Promise<BucketToDelete | undefined> {
    const [row] = await this.#sql.query(lock, [this.#workspaceId, name]);
    return row;
  }

  async delete(bucketId: string): Promise<void> {
    await this.#sql.query(remove, [this.#workspaceId, bucketId]);
  }
}

/** The record of create and update (spec: Bucket). */
function toBucket(row: BucketRow): Bucket {
  const { bucket_id, versioning: _, object_count, total_size, created_at, updated_at, ...shared } = row;
  return { ...shared, created_at: toTimestamp(created_at), updated_at: toTimestamp(updated_at) };
}

/** The record of read and list, which includes the bucket's usage. */
function toBucketWithUsage(row: BucketRow): Bucket {
  return { ...toBucket(row), object_count: Number(row.object_count), total_size: Number(row.total_size) };
}

export const listBuckets: Handler<"bucket.list"> = async (context, { limit, cursor, sort, ...filter }) => {
  const buckets = new BucketRepository(context.sql, context.workspace.id);
  const rows = await buckets.list(filter, sort, positionIn(sort, "bkt", cursor), limit + 1);
  return toPage(rows, limit, (row) => keyIn(sort, row.bucket_id, row.name), toBucketWithUsage);
};

/** Checks region and name, asks billing, then inserts the bucket (spec: Object storage). */
export const createBucket: Handler<"bucket.create"> = async (context, input) => {
  const buckets = new BucketRepository(context.sql, context.workspace.id);
  const { region_known, name_taken } = await buckets.checkNew(input.name, input.region);
  if (!region_known)
    throw invalidField("region", "is not an object storage region; GET /object-storage/regions lists the regions");
  if (name_taken) throw bucketNameTaken();
  await context.admit({ skuCode: "bucket.standard" });
  return toBucket(await buckets.insert(input));
};

export const getBucket: Handler<"bucket.get"> = async (context, { bucket_name }) => {
  const row = await new BucketRepository(context.sql, context.workspace.id).get(bucket_name);
  if (row === undefined) throw notFound("bucket");
  return toBucketWithUsage(row);
};

export const updateBucket: Handler<"bucket.update"> = async (context, { bucket_name, is_public }) => {
  const buckets = new BucketRepository(context.sql, context.workspace.id);
  await buckets.setPublic(bucket_name, is_public);
  const row = await buckets.get(bucket_name);
  if (row === undefined) throw notFound("bucket");
  return toBucket(row);
};

/** Throws if a resource of another family uses a bucket. The caller has locked the bucket. */
export type RequireBucketUnused = (context: RequestContext, bucketId: string) => Promise<void>;

/**
 * Deletes a bucket that is empty, unused and not under a compliance retention. Incomplete uploads in parts are deleted
 * with it.
 */
export function deleteBucket(requireUnused: RequireBucketUnused): Handler<"bucket.delete"> {
  return async (context, { bucket_name }) => {
    const buckets = new BucketRepository(context.sql, context.workspace.id);
    const bucket = await buckets.lock(bucket_name);
    if (bucket === undefined) throw notFound("bucket");
    if (bucket.locked_until !== null) {
      throw conflict(
        "bucket_locked",
        `The compliance retention of the bucket lasts until ${toTimestamp(bucket.locked_until)}; delete the bucket after that.`,
      );
    }
    if (bucket.has_objects) throw bucketNotEmpty();
    await requireUnused(context, bucket.bucket_id);
    await buckets.delete(bucket.bucket_id);
    return { status: "deleted", name: bucket_name };
  };
}

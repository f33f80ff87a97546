import type { StoredObject } from "@fulmar/contract";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { isSuspended, requireNotSuspended } from "../../billing/index.ts";
import { decodeCursor, toPage } from "../../query/paging.ts";
import { toTimestamp } from "../../query/wire-form.ts";
import { auditRequest } from "../../request/audit-event.ts";
import { conflict, notFound } from "../../request/domain-error.ts";
import { type BucketRow, findBucket } from "../bucket/buckets.ts";
import type { EmbeddedHandler } from "../bucket/by-backend.ts";
import { type BucketPage, findPage, type ListedEntry } from "../embedded/object-list.ts";
import type { BucketPlace } from "../embedded/object-record.ts";
import { removeObjects } from "../embedded/object-removal.ts";
import { deleteVersions } from "../embedded/object-versions.ts";
import { dispositionOf, objectSigner } from "../signing/object-url.ts";

/** Keys can be any text, so a position has a prefix. */
const AFTER = "after ";
const POSITION = /^after ./s;

export const listObjects: EmbeddedHandler<"object.list", BucketPage> = {
  find({ sql, workspace }, { bucket_name, limit, cursor, prefix = "", delimiter }) {
    const from = decodeCursor(cursor, POSITION)?.slice(AFTER.length);
    return findPage(sql, workspace.id, bucket_name, { prefix, delimiter, from, limit: limit + 1 });
  },
  async answer({ entries }, _, { limit }) {
    return toPage(entries, limit, ({ next_from }) => `${AFTER}${next_from}`, toStoredObject);
  },
};

function toStoredObject({
  entry,
  is_prefix,
  size,
  modified_at,
  retained_until,
  etag,
  content_type,
}: ListedEntry): StoredObject {
  return {
    ...{
      key: entry,
      kind: is_prefix ? "prefix" : "object",
      size: size === null ? null : Number(size),
      etag,
      content_type,
    },
    ...{ last_modified: toTimestamp(modified_at), retained_until: toTimestamp(retained_until) },
  };
}

const findDownload = statement(
  "object_download",
  `WITH found AS (
     SELECT b.backend::text, r.region, r.endpoint_url,
            EXISTS (SELECT FROM object o
                     WHERE o.workspace_id = b.workspace_id AND o.bucket_id = b.bucket_id
                       AND o.key = $key) AS object_known
       FROM bucket b JOIN storage_region r ON r.region = b.region
      WHERE b.workspace_id = $workspace_id::bigint AND b.name = $name AND b.deleted_at IS NULL
   ), audited AS (
     ${auditRequest({ rows: "found WHERE backend = 'embedded' AND object_known" })}
   )
   SELECT backend, region, endpoint_url, object_known FROM found`,
);

/** Signs a GET of an existing object. */
export const createDownloadUrl: EmbeddedHandler<"object.createDownloadUrl", RowOf<typeof findDownload>> = {
  find({ sql, auditRow }, { bucket_name: name, object_key: key }) {
    return sql.maybe(findDownload, { name, key, ...auditRow(name) });
  },
  async answer(found, context, { bucket_name: bucketName, object_key: key, expires_in, disposition }) {
    if (!found.object_known) throw notFound("object");
    const { sign, expires_at } = objectSigner(context, found, expires_in);
    const query = disposition === undefined ? {} : { "response-content-disposition": dispositionOf(disposition, key) };
    return { url: sign({ method: "GET", bucketName, key, query }), expires_at };
  },
};

const findUpload = statement(
  "object_upload",
  `WITH found AS (
     SELECT b.backend::text, r.region, r.endpoint_url, ${isSuspended("w.organization_id")} AS suspended
       FROM bucket b JOIN workspace w ON w.workspace_id = b.workspace_id JOIN storage_region r ON r.region = b.region
      WHERE b.workspace_id = $workspace_id::bigint AND b.name = $name AND b.deleted_at IS NULL
   ), audited AS (
     ${auditRequest({ rows: "found WHERE backend = 'embedded' AND NOT suspended" })}
   )
   SELECT backend, region, endpoint_url, suspended FROM found`,
);

/** Signs a PUT of one object. */
export const createUploadUrl: EmbeddedHandler<"object.createUploadUrl", RowOf<typeof findUpload>> = {
  find({ sql, auditRow }, { bucket_name: name }) {
    return sql.maybe(findUpload, { name, ...auditRow(name) });
  },
  async answer(found, context, { bucket_name: bucketName, object_key: key, expires_in, content_type }) {
    requireNotSuspended(found.suspended);
    const headers: Record<string, string> = content_type === undefined ? {} : { "content-type": content_type };
    const { sign, expires_at } = objectSigner(context, found, expires_in);
    return { url: sign({ method: "PUT", bucketName, key, headers }), method: "PUT", headers, expires_at };
  },
};

/** Deletes all of the objects or none. Objects under GOVERNANCE are retained too: only S3 clients can bypass it. */
export const deleteObjects: EmbeddedHandler<"object.delete", BucketRow> = {
  find: (context, { bucket_name }) => findBucket(context, bucket_name),
  async answer(bucket, context, { object_keys }) {
    const place = { workspaceId: context.workspace.id, bucketId: bucket.bucket_id };
    if (bucket.versioning !== null)
      return { deleted: await hideObjects(context.sql, { ...place, versioning: bucket.versioning }, object_keys) };
    const rest = { conditions: [], allOrNone: true, bypassGovernance: false };
    const found = await removeObjects(context.sql, place, { keys: object_keys, ...rest });
    const retained = found.filter((row) => row.retained).map(({ key }) => ({ type: "object", id: key, name: key }));
    if (retained.length > 0) {
      throw conflict(
        "object_retained",
        "Some of the objects are under retention, so nothing was deleted; leave them out, or delete them after it ends.",
        retained,
      );
    }
    return { deleted: found.length };
  },
};

/** Puts delete markers over objects; their versions stay. @returns how many had an object */
async function hideObjects(
  sql: Sql,
  bucket: BucketPlace & { readonly versioning: "Enabled" | "Suspended" },
  keys: readonly string[],
): Promise<number> {
  const named = keys.map((key) => ({ key, versionId: undefined, etag: null, size: null, modifiedAt: null }));
  const deletions = await deleteVersions(sql, bucket, named, { bypassGovernance: false });
  return deletions.filter(({ hid }) => hid).length;
}

import type { StoredObject } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { isSuspended, requireNotSuspended } from "../../billing/index.ts";
import { decodeCursor, toPage } from "../../query/paging.ts";
import { toTimestamp } from "../../query/timestamp.ts";
import { auditRequest } from "../../request/audit-event.ts";
import type { WorkspaceHandler } from "../../request/context.ts";
import { conflict, notFound } from "../../request/domain-error.ts";
import { readEmbeddedBucket } from "../bucket/buckets.ts";
import { type ListedEntry, listObjects as readPage } from "../embedded/object-list.ts";
import type { BucketPlace } from "../embedded/object-record.ts";
import { removeObjects } from "../embedded/object-removal.ts";
import { deleteVersions } from "../embedded/object-versions.ts";
import { dispositionOf, objectSigner } from "../signing/object-url.ts";

/** Keys can be any text, so a position has a prefix. */
const AFTER = "after ";
const POSITION = /^after ./s;

export const listObjects: WorkspaceHandler<"object.list"> = async (
  context,
  { bucket_name, limit, cursor, prefix = "", delimiter },
) => {
  const query = {
    prefix,
    delimiter,
    from: decodeCursor(cursor, POSITION)?.slice(AFTER.length),
    limit: limit + 1,
  };
  const entries = await readPage(context.sql, context.workspace.id, bucket_name, query);
  if (entries === undefined) throw notFound("bucket");
  return toPage(entries, limit, ({ next_from }) => `${AFTER}${next_from}`, toStoredObject);
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
     SELECT r.region, r.endpoint_url,
            EXISTS (SELECT FROM object o
                     WHERE o.workspace_id = b.workspace_id AND o.bucket_id = b.bucket_id
                       AND o.key = $key) AS object_known
       FROM bucket b JOIN storage_region r ON r.region = b.region
      WHERE b.workspace_id = $workspace_id::bigint AND b.name = $name AND b.backend = 'embedded'
        AND b.deleted_at IS NULL
   ), audited AS (
     ${auditRequest({ rows: "found WHERE object_known" })}
   )
   SELECT region, endpoint_url, object_known FROM found`,
);

/** Signs a GET of an existing object. */
export const createDownloadUrl: WorkspaceHandler<"object.createDownloadUrl"> = async (
  context,
  { bucket_name, object_key, expires_in, disposition },
) => {
  const found = await context.sql.maybe(findDownload, {
    name: bucket_name,
    key: object_key,
    ...context.auditRow(bucket_name),
  });
  if (found === undefined) throw notFound("bucket");
  if (!found.object_known) throw notFound("object");
  const { sign, expires_at } = objectSigner(context, found, expires_in);
  const query =
    disposition === undefined ? {} : { "response-content-disposition": dispositionOf(disposition, object_key) };
  return { url: sign({ method: "GET", bucketName: bucket_name, key: object_key, query }), expires_at };
};

const findUpload = statement(
  "object_upload",
  `WITH found AS (
     SELECT r.region, r.endpoint_url, ${isSuspended("w.organization_id")} AS suspended
       FROM bucket b JOIN workspace w ON w.workspace_id = b.workspace_id JOIN storage_region r ON r.region = b.region
      WHERE b.workspace_id = $workspace_id::bigint AND b.name = $name AND b.backend = 'embedded'
        AND b.deleted_at IS NULL
   ), audited AS (
     ${auditRequest({ rows: "found WHERE NOT suspended" })}
   )
   SELECT region, endpoint_url, suspended FROM found`,
);

/** Signs a PUT of one object. */
export const createUploadUrl: WorkspaceHandler<"object.createUploadUrl"> = async (
  context,
  { bucket_name, object_key, expires_in, content_type },
) => {
  const found = await context.sql.maybe(findUpload, { name: bucket_name, ...context.auditRow(bucket_name) });
  if (found === undefined) throw notFound("bucket");
  requireNotSuspended(found.suspended);
  const headers: Record<string, string> = content_type === undefined ? {} : { "content-type": content_type };
  const { sign, expires_at } = objectSigner(context, found, expires_in);
  return {
    url: sign({ method: "PUT", bucketName: bucket_name, key: object_key, headers }),
    method: "PUT",
    headers,
    expires_at,
  };
};

/** Deletes all of the objects or none. Objects under GOVERNANCE are retained too: only S3 clients can bypass it. */
export const deleteObjects: WorkspaceHandler<"object.delete"> = async (context, { bucket_name, object_keys }) => {
  const bucket = await readEmbeddedBucket(context, bucket_name);
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

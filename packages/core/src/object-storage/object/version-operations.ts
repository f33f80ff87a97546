import type { BucketVersioning, ObjectVersion } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import { isSuspended, requireNotSuspended } from "../../billing/index.ts";
import { decodeCursor, toPage } from "../../query/paging.ts";
import { toTimestamp } from "../../query/timestamp.ts";
import { auditRequest } from "../../request/audit-event.ts";
import type { RequestContext, WorkspaceHandler } from "../../request/context.ts";
import { conflict, invalidField, notFound } from "../../request/domain-error.ts";
import { readEmbeddedBucket } from "../bucket/buckets.ts";
import type { BucketPlace } from "../embedded/object-record.ts";
import {
  deleteVersions,
  type ListedVersion,
  listVersions,
  putVersioning,
  type Versioning,
} from "../embedded/object-versions.ts";
import { dispositionOf, objectSigner } from "../signing/object-url.ts";
import { uriEncode } from "../signing/signature-v4.ts";

/** The version whose id is NULL in rows, and "null" on the wire, as in S3. */
export const NULL_VERSION = "null";

async function bucketOf(
  { sql, workspace }: Pick<RequestContext, "sql" | "workspace">,
  name: string,
): Promise<BucketPlace & { readonly name: string; readonly versioning: Versioning }> {
  const bucket = await readEmbeddedBucket({ sql, workspace }, name);
  return { workspaceId: workspace.id, bucketId: bucket.bucket_id, name, versioning: bucket.versioning };
}

function statusOf(versioning: Versioning): BucketVersioning["status"] {
  if (versioning === null) return "off";
  return versioning === "Enabled" ? "enabled" : "suspended";
}

export const getBucketVersioning: WorkspaceHandler<"bucketVersioning.get"> = async (context, { bucket_name }) => {
  const { name, versioning } = await bucketOf(context, bucket_name);
  return { name, status: statusOf(versioning) };
};

export const putBucketVersioning: WorkspaceHandler<"bucketVersioning.put"> = async (
  context,
  { bucket_name, status },
) => {
  const bucket = await bucketOf(context, bucket_name);
  if (!(await putVersioning(context.sql, bucket, status === "enabled" ? "Enabled" : "Suspended")))
    throw conflict("bucket_locked", "The bucket has object lock, so its versioning cannot be suspended.");
  return { name: bucket.name, status };
};

/** A position: the version, a space and the key, which can be any text. */
const POSITION = /^[\w.-]{1,128} ./s;

export const listObjectVersions: WorkspaceHandler<"objectVersion.list"> = async (
  context,
  { bucket_name, limit, cursor, object_key, prefix = "", deleted = false },
) => {
  if (object_key !== undefined && prefix !== "")
    throw invalidField("prefix", "must not be given together with object_key");
  const bucket = await bucketOf(context, bucket_name);
  const position = decodeCursor(cursor, POSITION);
  const [id = "", key] = position === undefined ? [] : splitPosition(position);
  const page = {
    ...(object_key === undefined ? { prefix } : { key: object_key }),
    ...{ from: key, limit: limit + 1, deleted },
    ...(key !== undefined && { olderThan: { versionId: id === NULL_VERSION ? null : id } }),
  };
  const versions = await listVersions(context.sql, bucket, page);
  return toPage(versions, limit, (row) => `${row.version_id ?? NULL_VERSION} ${row.key}`, toObjectVersion);
};

function splitPosition(position: string): [id: string, key: string] {
  const at = position.indexOf(" ");
  return [position.slice(0, at), position.slice(at + 1)];
}

function toObjectVersion(row: ListedVersion): ObjectVersion {
  return {
    key: row.key,
    version_id: row.version_id ?? NULL_VERSION,
    is_latest: row.isLatest,
    is_delete_marker: row.is_marker,
    size: row.is_marker ? null : Number(row.size),
    etag: row.is_marker ? null : row.etag,
    last_modified: toTimestamp(row.modified_at),
    retained_until: toTimestamp(row.retained_until),
    legal_hold: row.legal_hold,
  };
}

const NAMED = `workspace_id = b.workspace_id AND bucket_id = b.bucket_id AND key = $key
              AND version_id IS NOT DISTINCT FROM $version_id`;

const find = statement(
  "object_version_find",
  `WITH found AS (
     SELECT r.region, r.endpoint_url, $stores::boolean AND ${isSuspended("w.organization_id")} AS refused,
            EXISTS (SELECT FROM object WHERE ${NAMED})
            OR EXISTS (SELECT FROM object_version WHERE ${NAMED} AND NOT is_marker) AS known
       FROM bucket b JOIN workspace w ON w.workspace_id = b.workspace_id JOIN storage_region r ON r.region = b.region
      WHERE b.workspace_id = $workspace_id::bigint AND b.name = $name AND b.backend = 'embedded'
        AND b.deleted_at IS NULL
   ), audited AS (
     ${auditRequest({ rows: "found WHERE known AND NOT refused" })}
   )
   SELECT region, endpoint_url, known, refused FROM found`,
);

/**
 * @param stores whether a suspended organization may not do it
 * @throws DomainError 404 without the bucket or the version; a delete marker has nothing to read
 */
async function requireVersion(
  context: RequestContext,
  bucket_name: string,
  { object_key, version_id }: { readonly object_key: string; readonly version_id: string },
  { stores }: { readonly stores: boolean },
) {
  const found = await context.sql.maybe(find, {
    name: bucket_name,
    key: object_key,
    version_id: version_id === NULL_VERSION ? null : version_id,
    stores,
    ...context.auditRow(bucket_name),
  });
  if (found === undefined) throw notFound("bucket");
  if (found.known !== true) throw notFound("version of the object");
  requireNotSuspended(found.refused);
  return found;
}

/** Signs a GET of a version. */
export const createVersionDownloadUrl: WorkspaceHandler<"objectVersion.createDownloadUrl"> = async (
  context,
  { bucket_name, expires_in, disposition, ...named },
) => {
  const found = await requireVersion(context, bucket_name, named, { stores: false });
  const { sign, expires_at } = objectSigner(context, found, expires_in);
  const query = {
    versionId: named.version_id,
    ...(disposition !== undefined && { "response-content-disposition": dispositionOf(disposition, named.object_key) }),
  };
  return { url: sign({ method: "GET", bucketName: bucket_name, key: named.object_key, query }), expires_at };
};

/** Signs a copy of a version to its own key. The object store links its files. */
export const createVersionRestoreUrl: WorkspaceHandler<"objectVersion.createRestoreUrl"> = async (
  context,
  { bucket_name, expires_in, ...named },
) => {
  const found = await requireVersion(context, bucket_name, named, { stores: true });
  const { sign, expires_at } = objectSigner(context, found, expires_in);
  const source = [bucket_name, ...named.object_key.split("/")].map(uriEncode).join("/");
  const headers = { "x-amz-copy-source": `/${source}?versionId=${named.version_id}` };
  return {
    url: sign({ method: "PUT", bucketName: bucket_name, key: named.object_key, headers }),
    method: "PUT",
    headers,
    expires_at,
  };
};

/** Versions under GOVERNANCE are retained too: only S3 clients can bypass it. */
export const deleteObjectVersion: WorkspaceHandler<"objectVersion.delete"> = async (
  context,
  { bucket_name, object_key, version_id },
) => {
  const bucket = await bucketOf(context, bucket_name);
  const versionId = version_id === NULL_VERSION ? null : version_id;
  const named = { key: object_key, versionId, etag: null, size: null, modifiedAt: null };
  // Without versioning, every object is the version "null".
  const place = { ...bucket, versioning: bucket.versioning ?? "Suspended" };
  const [deletion] = await deleteVersions(context.sql, place, [named], { bypassGovernance: false });
  if (deletion?.outcome === "retained")
    throw conflict("object_retained", "The version is under retention or legal hold; delete it after that has ended.", [
      { type: "object", id: object_key, name: object_key },
    ]);
  if (deletion?.existed !== true) throw notFound("version of the object");
  return { status: "deleted", key: object_key, version_id };
};

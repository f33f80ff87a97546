import type { BucketVersioning, ObjectVersion } from "@fulmar/contract";
import { type RowOf, statement } from "@fulmar/prisma";
import { isSuspended, requireNotSuspended } from "../../billing/index.ts";
import { decodeCursor, toPage } from "../../query/paging.ts";
import { toTimestamp } from "../../query/wire-form.ts";
import { auditRequest } from "../../request/audit-event.ts";
import type { RequestContext } from "../../request/context.ts";
import { conflict, invalidField, notFound } from "../../request/domain-error.ts";
import { type BucketRow, findBucket } from "../bucket/buckets.ts";
import type { EmbeddedHandler } from "../bucket/by-backend.ts";
import { deleteVersions, putVersioning, type Versioning } from "../embedded/object-versions.ts";
import { type ListedVersion, listVersions } from "../embedded/version-list.ts";
import { dispositionOf, objectSigner } from "../signing/object-url.ts";
import { uriEncode } from "../signing/signature-v4.ts";

/** The version whose id is NULL in rows, and "null" on the wire, as in S3. */
export const NULL_VERSION = "null";

const find = (context: RequestContext, { bucket_name }: { readonly bucket_name: string }) =>
  findBucket(context, bucket_name);

function placeOf({ workspace }: RequestContext, { bucket_id: bucketId, versioning }: BucketRow) {
  return { workspaceId: workspace.id, bucketId, versioning };
}

function statusOf(versioning: Versioning): BucketVersioning["status"] {
  if (versioning === null) return "off";
  return versioning === "Enabled" ? "enabled" : "suspended";
}

export const getBucketVersioning: EmbeddedHandler<"bucketVersioning.get", BucketRow> = {
  find,
  answer: async ({ name, versioning }) => ({ name, status: statusOf(versioning) }),
};

export const putBucketVersioning: EmbeddedHandler<"bucketVersioning.put", BucketRow> = {
  find,
  async answer(bucket, context, { status }) {
    const versioning = status === "enabled" ? "Enabled" : "Suspended";
    if (!(await putVersioning(context.sql, placeOf(context, bucket), versioning)))
      throw conflict("bucket_locked", "The bucket has object lock, so its versioning cannot be suspended.");
    return { name: bucket.name, status };
  },
};

/** A position: the version, a space and the key, which can be any text. */
const POSITION = /^[\w.-]{1,128} ./s;

export const listObjectVersions: EmbeddedHandler<"objectVersion.list", BucketRow> = {
  find(context, input) {
    if (input.object_key !== undefined && (input.prefix ?? "") !== "")
      throw invalidField("prefix", "must not be given together with object_key");
    return find(context, input);
  },
  async answer(bucket, context, { limit, cursor, object_key, prefix = "", deleted = false }) {
    const position = decodeCursor(cursor, POSITION);
    const [id = "", key] = position === undefined ? [] : splitPosition(position);
    const page = {
      ...(object_key === undefined ? { prefix } : { key: object_key }),
      from: key,
      limit: limit + 1,
      deleted,
      ...(key !== undefined && { olderThan: { versionId: id === NULL_VERSION ? null : id } }),
    };
    const versions = await listVersions(context.sql, placeOf(context, bucket), page);
    return toPage(versions, limit, (row) => `${row.version_id ?? NULL_VERSION} ${row.key}`, toObjectVersion);
  },
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

const findVersion = statement(
  "object_version_find",
  `WITH found AS (
     SELECT b.backend::text, r.region, r.endpoint_url, $stores::boolean AND ${isSuspended("w.organization_id")} AS refused,
            EXISTS (SELECT FROM object WHERE ${NAMED})
            OR EXISTS (SELECT FROM object_version WHERE ${NAMED} AND NOT is_marker) AS known
       FROM bucket b JOIN workspace w ON w.workspace_id = b.workspace_id JOIN storage_region r ON r.region = b.region
      WHERE b.workspace_id = $workspace_id::bigint AND b.name = $name AND b.deleted_at IS NULL
   ), audited AS (
     ${auditRequest({ rows: "found WHERE backend = 'embedded' AND known AND NOT refused" })}
   )
   SELECT backend, region, endpoint_url, known, refused FROM found`,
);

type VersionRow = RowOf<typeof findVersion>;

interface Named {
  readonly bucket_name: string;
  readonly object_key: string;
  readonly version_id: string;
}

/** @param stores whether a suspended organization may not do it */
const findNamed =
  (stores: boolean) =>
  ({ sql, auditRow }: RequestContext, { bucket_name, object_key, version_id }: Named) =>
    sql.maybe(findVersion, {
      name: bucket_name,
      key: object_key,
      version_id: version_id === NULL_VERSION ? null : version_id,
      stores,
      ...auditRow(bucket_name),
    });

/** @throws DomainError 404 without the version; a delete marker has nothing to read */
function requireVersion({ known, refused }: VersionRow): void {
  if (known !== true) throw notFound("version of the object");
  requireNotSuspended(refused);
}

/** Signs a GET of a version. */
export const createVersionDownloadUrl: EmbeddedHandler<"objectVersion.createDownloadUrl", VersionRow> = {
  find: findNamed(false),
  async answer(row, context, { bucket_name: bucketName, object_key: key, version_id, expires_in, disposition }) {
    requireVersion(row);
    const { sign, expires_at } = objectSigner(context, row, expires_in);
    const query = {
      versionId: version_id,
      ...(disposition !== undefined && { "response-content-disposition": dispositionOf(disposition, key) }),
    };
    return { url: sign({ method: "GET", bucketName, key, query }), expires_at };
  },
};

/** Signs a copy of a version to its own key. The object store links its files. */
export const createVersionRestoreUrl: EmbeddedHandler<"objectVersion.createRestoreUrl", VersionRow> = {
  find: findNamed(true),
  async answer(row, context, { bucket_name: bucketName, object_key: key, version_id, expires_in }) {
    requireVersion(row);
    const { sign, expires_at } = objectSigner(context, row, expires_in);
    const source = [bucketName, ...key.split("/")].map(uriEncode).join("/");
    const headers = { "x-amz-copy-source": `/${source}?versionId=${version_id}` };
    return { url: sign({ method: "PUT", bucketName, key, headers }), method: "PUT", headers, expires_at };
  },
};

/** Versions under GOVERNANCE are retained too: only S3 clients can bypass it. */
export const deleteObjectVersion: EmbeddedHandler<"objectVersion.delete", BucketRow> = {
  find,
  async answer(bucket, context, { object_key, version_id }) {
    const versionId = version_id === NULL_VERSION ? null : version_id;
    const named = { key: object_key, versionId, etag: null, size: null, modifiedAt: null };
    // Without versioning, every object is the version "null".
    const place = { ...placeOf(context, bucket), versioning: bucket.versioning ?? "Suspended" };
    const [deletion] = await deleteVersions(context.sql, place, [named], { bypassGovernance: false });
    if (deletion?.outcome === "retained")
      throw conflict(
        "object_retained",
        "The version is under retention or legal hold; delete it after that has ended.",
        [{ type: "object", id: object_key, name: object_key }],
      );
    if (deletion?.existed !== true) throw notFound("version of the object");
    return { status: "deleted", key: object_key, version_id };
  },
};

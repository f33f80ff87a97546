import type { ObjectVersion } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import type { FoundObject, StoredVersion } from "@fulmar/providers";
import { requireNotSuspended } from "../../billing/index.ts";
import { decodeCursor, toPage } from "../../query/paging.ts";
import { toTimestamp } from "../../query/wire-form.ts";
import { conflict, notFound } from "../../request/domain-error.ts";
import { byBackend } from "../bucket/by-backend.ts";
import {
  changeAtRegion,
  isRetained,
  mapAtOnce,
  type RemoteBucket,
  remoteSigner,
  retained,
} from "../remote/remote-bucket.ts";
import { storageApplied } from "../remote/reserve-bucket.ts";
import { dispositionOf } from "../signing/object-url.ts";
import { uriEncode } from "../signing/signature-v4.ts";
import {
  createVersionDownloadUrl,
  createVersionRestoreUrl,
  deleteObjectVersion,
  getBucketVersioning,
  listObjectVersions,
  putBucketVersioning,
} from "./version-operations.ts";

const getVersioning = byBackend<"bucketVersioning.get">(getBucketVersioning, async ({ name, versioning }) => ({
  name,
  status: versioning === null ? "off" : versioning === "Enabled" ? "enabled" : "suspended",
}));

const setVersioning = statement(
  "bucket_remote_versioning",
  `UPDATE bucket SET versioning = $versioning::bucket_versioning, updated_at = now()
    WHERE workspace_id = $workspace_id::bigint AND bucket_id = $bucket_id
      AND versioning IS DISTINCT FROM $versioning::bucket_versioning`,
);

/** The worker brings it to the server. */
const putVersioning = byBackend<"bucketVersioning.put">(
  putBucketVersioning,
  async ({ bucketId, name, lockEnabled }, { sql, workspace, afterCommit }, { status }) => {
    if (lockEnabled && status === "suspended")
      throw conflict("bucket_locked", "The bucket has object lock, so its versioning cannot be suspended.");
    await sql.query(setVersioning, {
      workspace_id: workspace.id,
      bucket_id: bucketId,
      versioning: status === "enabled" ? "Enabled" : "Suspended",
    });
    afterCommit((outside, signal) => storageApplied(outside, workspace.id, signal));
    return { name, status };
  },
);

/** A position: the version, a space and the key, which can be any text. */
const POSITION = /^[\w.-]{1,128} ./s;

const list = byBackend<"objectVersion.list">(
  listObjectVersions,
  async (bucket, { signal }, { limit, cursor, object_key, prefix = "", deleted = false }) => {
    const position = decodeCursor(cursor, POSITION);
    const page = { prefix: object_key ?? prefix, after: position === undefined ? undefined : afterOf(position) };
    const chosen = (version: StoredVersion) =>
      object_key !== undefined ? version.key === object_key : !deleted || (version.isLatest && version.isDeleteMarker);
    const versions = await chosenVersions(bucket, { ...page, limit: limit + 1 }, chosen, signal);
    const found = bucket.lockEnabled
      ? await mapAtOnce(versions, ({ key, versionId, isDeleteMarker }) =>
          isDeleteMarker ? Promise.resolve(undefined) : bucket.objects.find(key, versionId, signal),
        )
      : [];
    const listed = versions.map((version, index) => ({ version, found: found[index] }));
    return toPage(
      listed,
      limit,
      ({ version }) => `${version.versionId} ${version.key}`,
      ({ version, found: one }) => toObjectVersion(version, one),
    );
  },
);

function afterOf(position: string) {
  const at = position.indexOf(" ");
  return { versionId: position.slice(0, at), key: position.slice(at + 1) };
}

/** The most versions that one request looks at, so that a list of few among many ends. */
const MOST_SEEN = 10_000;

/** Reads on until there are enough of the chosen versions. */
async function chosenVersions(
  { objects }: RemoteBucket,
  page: Parameters<RemoteBucket["objects"]["listVersions"]>[0],
  chosen: (version: StoredVersion) => boolean,
  signal: AbortSignal,
): Promise<StoredVersion[]> {
  const versions: StoredVersion[] = [];
  let { after } = page;
  for (let seen = 0; versions.length < page.limit && seen < MOST_SEEN; ) {
    const more = await objects.listVersions({ ...page, after, limit: 1_000 }, signal);
    versions.push(...more.filter(chosen));
    after = more.at(-1);
    seen += more.length;
    if (after === undefined) break;
  }
  return versions.slice(0, page.limit);
}

function toObjectVersion(version: StoredVersion, found: FoundObject | undefined): ObjectVersion {
  const { isDeleteMarker } = version;
  return {
    ...{ key: version.key, version_id: version.versionId, is_latest: version.isLatest },
    ...{ is_delete_marker: isDeleteMarker, size: isDeleteMarker ? null : version.size },
    ...{ etag: isDeleteMarker ? null : version.etag, last_modified: toTimestamp(version.modifiedAt) },
    ...{ retained_until: toTimestamp(found?.retainedUntil ?? null), legal_hold: found?.legalHold ?? false },
  };
}

async function requireVersion(
  { objects }: RemoteBucket,
  { object_key, version_id }: { readonly object_key: string; readonly version_id: string },
  signal: AbortSignal,
): Promise<void> {
  if ((await objects.find(object_key, version_id, signal)) === undefined) throw notFound("version of the object");
}

const downloadUrl = byBackend<"objectVersion.createDownloadUrl">(
  createVersionDownloadUrl,
  async (bucket, context, { bucket_name: _, expires_in, disposition, ...named }) => {
    await requireVersion(bucket, named, context.signal);
    const { sign, expires_at } = await remoteSigner(bucket, context, expires_in);
    const query = {
      versionId: named.version_id,
      ...(disposition !== undefined && {
        "response-content-disposition": dispositionOf(disposition, named.object_key),
      }),
    };
    return { url: sign({ method: "GET", key: named.object_key, query }), expires_at };
  },
);

const restoreUrl = byBackend<"objectVersion.createRestoreUrl">(
  createVersionRestoreUrl,
  async (bucket, context, { bucket_name: _, expires_in, ...named }) => {
    await requireVersion(bucket, named, context.signal);
    requireNotSuspended(bucket.isSuspended);
    const { sign, expires_at } = await remoteSigner(bucket, context, expires_in);
    const source = [bucket.name, ...named.object_key.split("/")].map(uriEncode).join("/");
    const headers = { "x-amz-copy-source": `/${source}?versionId=${named.version_id}` };
    return { url: sign({ method: "PUT", key: named.object_key, headers }), method: "PUT", headers, expires_at };
  },
);

const remove = byBackend<"objectVersion.delete">(
  deleteObjectVersion,
  async (bucket, context, { object_key, version_id }) => {
    const outcome = await changeAtRegion(bucket, context, (signal) =>
      removeVersion(bucket, object_key, version_id, signal),
    );
    if (outcome === "absent") throw notFound("version of the object");
    if (outcome === "retained")
      throw retained("The version is under retention or legal hold; delete it after that has ended.", [object_key]);
    return { status: "deleted", key: object_key, version_id };
  },
);

async function removeVersion(
  { objects }: RemoteBucket,
  key: string,
  versionId: string,
  signal: AbortSignal,
): Promise<"deleted" | "absent" | "retained"> {
  const versions = await objects.listVersions({ prefix: key, after: undefined, limit: 1_000 }, signal);
  const isKnown =
    versions.some((version) => version.key === key && version.versionId === versionId) ||
    (await objects.find(key, versionId, signal)) !== undefined;
  if (!isKnown) return "absent";
  return (await isRetained(objects.remove(key, versionId, signal))) ? "retained" : "deleted";
}

export const remoteVersionHandlers = {
  "bucketVersioning.get": getVersioning,
  "bucketVersioning.put": putVersioning,
  "objectVersion.list": list,
  "objectVersion.createDownloadUrl": downloadUrl,
  "objectVersion.createRestoreUrl": restoreUrl,
  "objectVersion.delete": remove,
} as const;

import type { StoredObject } from "@fulmar/contract";
import type { ListedObject } from "@fulmar/providers";
import { requireNotSuspended } from "../../billing/index.ts";
import { decodeCursor, toPage } from "../../query/paging.ts";
import { toTimestamp } from "../../query/wire-form.ts";
import { notFound } from "../../request/domain-error.ts";
import { byBackend } from "../bucket/by-backend.ts";
import {
  changeAtRegion,
  isRetained,
  mapAtOnce,
  type RemoteBucket,
  remoteSigner,
  retained,
} from "../remote/remote-bucket.ts";
import { dispositionOf } from "../signing/object-url.ts";
import { createDownloadUrl, createUploadUrl, deleteObjects, listObjects } from "./objects.ts";

/** Keys can be any text, so a position has a prefix. */
const AFTER = "after ";
const POSITION = /^after ./s;

const list = byBackend<"object.list">(
  listObjects,
  async ({ objects, lockEnabled }, { signal }, { limit, cursor, prefix = "", delimiter }) => {
    const after = decodeCursor(cursor, POSITION)?.slice(AFTER.length);
    const entries = await objects.list({ prefix, delimiter, after, limit: limit + 1 }, signal);
    // A list of S3 tells no retention, so each object is asked for its own.
    const retentions = lockEnabled
      ? await mapAtOnce(entries, async ({ kind, key }) =>
          kind === "object" ? (await objects.find(key, undefined, signal))?.retainedUntil : null,
        )
      : [];
    const listed = entries.map((entry, index) => ({ entry, until: retentions[index] ?? null }));
    return toPage(
      listed,
      limit,
      ({ entry }) => `${AFTER}${entry.key}`,
      ({ entry, until }) => toStoredObject(entry, until),
    );
  },
);

function toStoredObject(entry: ListedObject, until: Date | null): StoredObject {
  const { kind, key } = entry;
  const { size, etag, modifiedAt } = entry.kind === "prefix" ? { size: null, etag: null, modifiedAt: null } : entry;
  return {
    ...{ key, kind, size, etag, content_type: null },
    ...{ last_modified: toTimestamp(modifiedAt), retained_until: toTimestamp(until) },
  };
}

const downloadUrl = byBackend<"object.createDownloadUrl">(
  createDownloadUrl,
  async (bucket, context, { object_key, expires_in, disposition }) => {
    if ((await bucket.objects.find(object_key, undefined, context.signal)) === undefined) throw notFound("object");
    const { sign, expires_at } = await remoteSigner(bucket, context, expires_in);
    const query =
      disposition === undefined ? {} : { "response-content-disposition": dispositionOf(disposition, object_key) };
    return { url: sign({ method: "GET", key: object_key, query }), expires_at };
  },
);

const uploadUrl = byBackend<"object.createUploadUrl">(
  createUploadUrl,
  async (bucket, context, { object_key, expires_in, content_type }) => {
    requireNotSuspended(bucket.isSuspended);
    const headers: Record<string, string> = content_type === undefined ? {} : { "content-type": content_type };
    const { sign, expires_at } = await remoteSigner(bucket, context, expires_in);
    return { url: sign({ method: "PUT", key: object_key, headers }), method: "PUT", headers, expires_at };
  },
);

/** A bucket with object lock has versions there, so what is retained is hidden, not deleted. */
const remove = byBackend<"object.delete">(deleteObjects, async (bucket, context, { object_keys }) => {
  const outcomes = await changeAtRegion(bucket, context, (signal) =>
    mapAtOnce(object_keys, (key) => removeOne(bucket, key, signal)),
  );
  const kept = object_keys.filter((_, index) => outcomes[index] === "retained");
  if (kept.length > 0)
    throw retained("Some of the objects are under retention and were not deleted; delete them after it ends.", kept);
  return { deleted: outcomes.filter((outcome) => outcome === "deleted").length };
});

async function removeOne(
  { objects }: RemoteBucket,
  key: string,
  signal: AbortSignal,
): Promise<"deleted" | "absent" | "retained"> {
  if ((await objects.find(key, undefined, signal)) === undefined) return "absent";
  return (await isRetained(objects.remove(key, undefined, signal))) ? "retained" : "deleted";
}

export const remoteObjectHandlers = {
  "object.list": list,
  "object.createDownloadUrl": downloadUrl,
  "object.createUploadUrl": uploadUrl,
  "object.delete": remove,
} as const;

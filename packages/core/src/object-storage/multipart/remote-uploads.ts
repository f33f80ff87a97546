import { statement } from "@fulmar/prisma";
import { requireNotSuspended, unlessSuspended } from "../../billing/index.ts";
import { toTimestamp } from "../../query/wire-form.ts";
import type { RequestContext, WorkspaceHandler } from "../../request/context.ts";
import { notFound } from "../../request/domain-error.ts";
import { newId } from "../../request/identifiers.ts";
import { byBackend } from "../bucket/by-backend.ts";
import { DEFAULT_TYPE } from "../embedded/object-record.ts";
import { changeAtRegion, type RemoteBucket, remoteSigner } from "../remote/remote-bucket.ts";
import { UPLOAD_DAYS } from "./multipart-upload-repository.ts";
import {
  abortMultipartUpload,
  completeMultipartUpload,
  createMultipartUpload,
  createPartUrls,
  refusalOf,
} from "./multipart-uploads.ts";

const DAY_MS = 86_400_000;

const insert = statement(
  "multipart_remote_insert",
  `INSERT INTO multipart_upload (workspace_id, upload_id, bucket_id, key, content_type, remote_id)
   VALUES ($workspace_id::bigint, $upload_id, $bucket_id, $key, $content_type, $remote_id) RETURNING created_at`,
);

const find = statement(
  "multipart_remote_find",
  `SELECT key, remote_id, remote_etag FROM multipart_upload
    WHERE workspace_id = $workspace_id::bigint AND bucket_id = $bucket_id AND upload_id = $upload_id
      AND remote_id IS NOT NULL`,
);

const remove = statement(
  "multipart_remote_delete",
  `DELETE FROM multipart_upload
    WHERE workspace_id = $workspace_id::bigint AND bucket_id = $bucket_id AND upload_id = $upload_id`,
);

const completed = statement(
  "multipart_remote_completed",
  `UPDATE multipart_upload SET remote_etag = $remote_etag
    WHERE workspace_id = $workspace_id::bigint AND bucket_id = $bucket_id AND upload_id = $upload_id`,
);

interface RemoteUpload {
  readonly key: string;
  readonly remoteId: string;
  /** Of the object, once it is completed. */
  readonly etag: string | null;
}

async function uploadOf(
  { sql, workspace }: Pick<RequestContext, "sql" | "workspace">,
  { bucketId }: RemoteBucket,
  uploadId: string,
): Promise<RemoteUpload> {
  const row = await sql.maybe(find, { workspace_id: workspace.id, bucket_id: bucketId, upload_id: uploadId });
  if (row === undefined || row.remote_id === null) throw notFound("multipart upload");
  return { key: row.key, remoteId: row.remote_id, etag: row.remote_etag };
}

/** An upload that is not completed yet. */
async function openUploadOf(...place: Parameters<typeof uploadOf>): Promise<RemoteUpload> {
  const upload = await uploadOf(...place);
  if (upload.etag !== null) throw notFound("multipart upload");
  return upload;
}

/** If the commit fails, the server keeps an upload without parts, which goes with its bucket. */
const create = byBackend<"multipartUpload.create">(
  createMultipartUpload,
  async (bucket, context, { object_key, content_type = DEFAULT_TYPE }) => {
    const { sql, workspace } = context;
    const remoteId = await changeAtRegion(bucket, context, (signal) =>
      bucket.objects.createUpload(object_key, content_type, signal),
    );
    const upload_id = newId("upl");
    const row = await sql.one(insert, {
      ...{ workspace_id: workspace.id, upload_id, bucket_id: bucket.bucketId },
      ...{ key: object_key, content_type, remote_id: remoteId },
    });
    const expiresAt = new Date(row.created_at.getTime() + UPLOAD_DAYS * DAY_MS);
    return { upload_id, object_key, created_at: toTimestamp(row.created_at), expires_at: toTimestamp(expiresAt) };
  },
);

const partUrls = byBackend<"multipartUpload.createPartUrls">(
  createPartUrls,
  async (bucket, context, { upload_id, part_numbers, expires_in }) => {
    const { key, remoteId } = await openUploadOf(context, bucket, upload_id);
    requireNotSuspended(bucket.isSuspended);
    const { sign, expires_at } = await remoteSigner(bucket, context, expires_in, upload_id);
    const urls = part_numbers.map((part_number) => {
      const query = { partNumber: String(part_number), uploadId: remoteId };
      return { part_number, url: sign({ method: "PUT", key, query }) };
    });
    return { method: "PUT", urls, expires_at };
  },
);

/**
 * `only_new` is checked before, because the server does not: of two that complete at the same moment, the later wins. A
 * repeated completion finds its object by the ETag.
 */
const complete = byBackend<"multipartUpload.complete">(completeMultipartUpload, async (bucket, context, input) => {
  const { sql, workspace } = context;
  const upload = await uploadOf(context, bucket, input.upload_id);
  const { etag, object } = await changeAtRegion(bucket, context, async (signal) => {
    const written = upload.etag ?? (await completeAtRegion(bucket, upload, input, signal));
    return { etag: written, object: await bucket.objects.find(upload.key, undefined, signal) };
  });
  if (upload.etag === null)
    await sql.query(completed, {
      workspace_id: workspace.id,
      bucket_id: bucket.bucketId,
      upload_id: input.upload_id,
      remote_etag: etag,
    });
  if (object?.etag !== etag) throw notFound("multipart upload");
  return {
    ...{ key: upload.key, kind: "object", size: object.size, etag, content_type: object.contentType },
    ...{ last_modified: toTimestamp(object.modifiedAt), retained_until: toTimestamp(object.retainedUntil) },
  };
});

/** @returns the ETag of the object */
async function completeAtRegion(
  { objects }: RemoteBucket,
  { key, remoteId }: RemoteUpload,
  { parts, size, only_new }: Parameters<WorkspaceHandler<"multipartUpload.complete">>[1],
  signal: AbortSignal,
): Promise<string> {
  if (only_new && (await objects.find(key, undefined, signal)) !== undefined) throw refusalOf("exists");
  const sizes = await objects.listParts(key, remoteId, signal);
  if (sizes === undefined) throw notFound("multipart upload");
  const sent = parts.reduce((sum, { part_number }) => sum + (sizes.get(part_number) ?? 0), 0);
  if (size !== undefined && sent !== size) throw refusalOf("other_size");
  const named = parts.map(({ part_number, etag }) => ({ partNumber: part_number, etag: etag.replaceAll('"', "") }));
  const completion = await objects.completeUpload(key, remoteId, named, signal);
  if (completion.outcome !== "written") throw refusalOf(completion.outcome);
  return completion.etag;
}

const abort = byBackend<"multipartUpload.abort">(abortMultipartUpload, async (bucket, context, { upload_id }) => {
  const { key, remoteId } = await openUploadOf(context, bucket, upload_id);
  await changeAtRegion(bucket, context, (signal) => bucket.objects.abortUpload(key, remoteId, signal));
  await context.sql.query(remove, { workspace_id: context.workspace.id, bucket_id: bucket.bucketId, upload_id });
  return { status: "aborted", upload_id };
});

export const remoteUploadHandlers = {
  "multipartUpload.create": unlessSuspended(create),
  "multipartUpload.createPartUrls": partUrls,
  "multipartUpload.complete": unlessSuspended(complete),
  "multipartUpload.abort": abort,
} as const;

import { toTimestamp } from "../query/timestamp.ts";
import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { BucketRepository } from "./bucket-repository.ts";
import { MultipartUploads, UPLOAD_DAYS } from "./multipart-upload.ts";
import { DEFAULT_TYPE } from "./object-record.ts";

const DAY_MS = 86_400_000;

/** Begins an upload in parts. What the object is retained by is its bucket's default, counted from the completion. */
export const createMultipartUpload: Handler<"multipartUpload.create"> = async (
  context,
  { bucket_name, object_key, content_type },
) => {
  const bucket = await new BucketRepository(context.sql, context.workspace.id).get(bucket_name);
  if (bucket === undefined) throw notFound("bucket");
  const place = { workspaceId: context.workspace.id, bucketId: bucket.bucket_id };
  const description = { contentType: content_type ?? DEFAULT_TYPE, headers: {}, metadata: {} };
  const { uploadId, createdAt } = await new MultipartUploads(context.sql, place).create({
    key: object_key,
    ...description,
    retention: null,
  });
  const expiresAt = new Date(createdAt.getTime() + UPLOAD_DAYS * DAY_MS);
  return { upload_id: uploadId, object_key, created_at: toTimestamp(createdAt), expires_at: toTimestamp(expiresAt) };
};

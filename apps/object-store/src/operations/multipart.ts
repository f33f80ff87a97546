import { MultipartUploads } from "@fulmar/core/object-store";
import { noSuchUpload, notImplemented } from "../protocol/s3-error.ts";
import { countParameter, header, parameter, textParameter } from "../protocol/s3-request.ts";
import { document } from "../protocol/xml.ts";
import type { Answer, BucketCall, ObjectCall } from "./call.ts";
import { descriptionOf, retentionOf } from "./description.ts";

const MOST = 1000;

export async function createUpload({ store, request, bucket, key }: ObjectCall): Promise<Answer> {
  const upload = { key, ...descriptionOf(request), retention: retentionOf(request, bucket) };
  const { uploadId } = await store.change(bucket, (sql) => new MultipartUploads(sql, bucket).create(upload));
  const algorithm = header(request, "x-amz-checksum-algorithm");
  return {
    status: 200,
    ...(algorithm !== undefined && { headers: { "x-amz-checksum-algorithm": algorithm } }),
    xml: document("InitiateMultipartUploadResult", { Bucket: bucket.name, Key: key, UploadId: uploadId }),
  };
}

export async function abortUpload({ store, request, bucket, key }: ObjectCall): Promise<Answer> {
  const aborted = await store.change(bucket, (sql) =>
    new MultipartUploads(sql, bucket).abort(key, uploadIdOf(request)),
  );
  if (!aborted) throw noSuchUpload();
  return { status: 204 };
}

export async function listParts({ store, request, bucket, key }: ObjectCall): Promise<Answer> {
  const uploads = new MultipartUploads(store.sql, bucket);
  const uploadId = uploadIdOf(request);
  const most = countParameter(request, "max-parts", MOST);
  const after =
    parameter(request, "part-number-marker") === undefined ? 0 : countParameter(request, "part-number-marker", 10_000);
  const [known, found] = await Promise.all([uploads.has(key, uploadId), uploads.parts(uploadId, after, most + 1)]);
  if (!known) throw noSuchUpload();
  const parts = found.slice(0, most);
  const content = {
    Bucket: bucket.name,
    Key: key,
    UploadId: uploadId,
    StorageClass: "STANDARD",
    PartNumberMarker: after,
    NextPartNumberMarker: found.length > most ? (parts.at(-1)?.part_number ?? after) : undefined,
    MaxParts: most,
    IsTruncated: found.length > most,
    Part: parts.map(({ part_number, modified_at, etag, size }) => ({
      PartNumber: part_number,
      LastModified: modified_at.toISOString(),
      ETag: `"${etag}"`,
      Size: String(size),
    })),
  };
  return { status: 200, xml: document("ListPartsResult", content) };
}

export async function listUploads({ store, request, bucket }: BucketCall): Promise<Answer> {
  if (parameter(request, "delimiter")) throw notImplemented("delimiter for uploads");
  const prefix = textParameter(request, "prefix") ?? "";
  const keyMarker = textParameter(request, "key-marker");
  const most = countParameter(request, "max-uploads", MOST);
  const after =
    keyMarker === undefined || keyMarker === ""
      ? undefined
      : { key: keyMarker, uploadId: textParameter(request, "upload-id-marker") };
  const found = await new MultipartUploads(store.sql, bucket).list(prefix, after, most + 1);
  const uploads = found.slice(0, most);
  const last = found.length > most ? uploads.at(-1) : undefined;
  const content = {
    Bucket: bucket.name,
    Prefix: prefix,
    KeyMarker: keyMarker ?? "",
    NextKeyMarker: last?.key,
    NextUploadIdMarker: last?.upload_id,
    MaxUploads: most,
    IsTruncated: last !== undefined,
    Upload: uploads.map(({ key, upload_id, created_at }) => ({
      Key: key,
      UploadId: upload_id,
      StorageClass: "STANDARD",
      Initiated: created_at.toISOString(),
    })),
  };
  return { status: 200, xml: document("ListMultipartUploadsResult", content) };
}

/** The upload that a request names. */
export function uploadIdOf(request: ObjectCall["request"]): string {
  return textParameter(request, "uploadId") ?? "";
}

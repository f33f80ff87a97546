import { toTimestamp } from "../query/timestamp.ts";
import type { Handler } from "../request/context.ts";
import { conflict, type DomainError, notFound } from "../request/domain-error.ts";
import { BucketRepository } from "./bucket-repository.ts";
import { completeUpload, type Uncompleted } from "./complete-upload.ts";
import { readObject } from "./object-record.ts";

/** The same completion that S3 clients ask for. It needs no file: the object is a list of those that there are. */
export const completeMultipartUpload: Handler<"multipartUpload.complete"> = async (
  context,
  { bucket_name, upload_id, parts, size, only_new },
) => {
  const bucket = await new BucketRepository(context.sql, context.workspace.id).get(bucket_name);
  if (bucket === undefined) throw notFound("bucket");
  const place = { workspaceId: context.workspace.id, bucketId: bucket.bucket_id };
  const completed = await completeUpload(context.sql, place, {
    key: undefined,
    uploadId: upload_id,
    parts: parts.map(({ part_number, etag }) => ({ partNumber: part_number, etag: etag.replaceAll('"', "") })),
    size,
    condition: only_new ? "absent" : null,
    bypassGovernance: false,
  });
  if (completed.outcome !== "written") throw refusalOf(completed.outcome);
  const object = await readObject(context.sql, place, completed.key);
  if (object === undefined) throw new Error(`the object of the upload ${upload_id} is not there`);
  return {
    ...{ key: object.key, kind: "object", size: object.size, etag: object.etag, content_type: object.contentType },
    ...{ last_modified: toTimestamp(object.modifiedAt), retained_until: toTimestamp(object.retention?.until ?? null) },
  };
};

function refusalOf(outcome: Uncompleted): DomainError {
  switch (outcome) {
    case "no_upload":
      return notFound("multipart upload");
    case "no_bucket":
      return notFound("bucket");
    case "invalid_part":
      return conflict(
        "part_unknown",
        "A part that is named was not uploaded, or has another ETag; upload it again and name its ETag.",
      );
    case "part_too_small":
      return conflict("part_too_small", "Every part but the last must have 5 MiB at least; upload larger parts.");
    case "other_size":
      return conflict(
        "size_differs",
        "The parts have not as many bytes together as the request says; upload those that are missing or cut off.",
      );
    case "retained":
      return conflict(
        "object_retained",
        "The object of this name is kept by its retention; choose another name, or complete the upload after it.",
      );
    case "exists":
      return conflict(
        "object_exists",
        "There is an object of this name already; choose another name, or complete the upload without only_new.",
      );
    case "absent":
    case "changed":
      throw new Error(`a condition that nobody has asked for was not met: ${outcome}`);
  }
}

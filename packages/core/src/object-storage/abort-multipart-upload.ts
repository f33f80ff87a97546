import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { BucketRepository } from "./bucket-repository.ts";
import { MultipartUploads } from "./multipart-upload.ts";

export const abortMultipartUpload: Handler<"multipartUpload.abort"> = async (context, { bucket_name, upload_id }) => {
  const bucket = await new BucketRepository(context.sql, context.workspace.id).get(bucket_name);
  if (bucket === undefined) throw notFound("bucket");
  const uploads = new MultipartUploads(context.sql, { workspaceId: context.workspace.id, bucketId: bucket.bucket_id });
  if (!(await uploads.abort(undefined, upload_id))) throw notFound("multipart upload");
  return { status: "aborted", upload_id };
};

import { statement } from "@fulmar/prisma";
import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { auditRead } from "../request/record-effect.ts";
import { type BucketEndpoint, objectSigner } from "./object-url.ts";

interface Found extends BucketEndpoint {
  /** Null: there is no such upload into the bucket. */
  key: string | null;
}

const find = statement(
  "multipart_sign",
  `WITH found AS (
     SELECT r.region, r.endpoint_url, u.key
       FROM bucket b JOIN storage_region r ON r.region = b.region
       LEFT JOIN multipart_upload u ON u.workspace_id = b.workspace_id AND u.bucket_id = b.bucket_id AND u.upload_id = $3
      WHERE b.workspace_id = $1::bigint AND b.name = $2
   ), audited AS (
     ${auditRead("found WHERE key IS NOT NULL", 4)}
   )
   SELECT region, endpoint_url, key FROM found`,
);

/** Signs PUTs of parts, as of whole objects: each URL is a credential for its part, and no row keeps it. */
export const createPartUrls: Handler<"multipartUpload.createPartUrls"> = async (
  context,
  { bucket_name, upload_id, part_numbers, expires_in },
) => {
  const values = [context.workspace.id, bucket_name, upload_id, ...context.auditRow(upload_id)];
  const [found] = await context.sql.queryAs<Found>(find, values);
  if (found === undefined) throw notFound("bucket");
  const { key } = found;
  if (key === null) throw notFound("multipart upload");
  const { sign, expires_at } = objectSigner(context, found, expires_in);
  const urls = part_numbers.map((part_number) => {
    const query = { partNumber: String(part_number), uploadId: upload_id };
    return { part_number, url: sign({ method: "PUT", bucketName: bucket_name, key, query }) };
  });
  return { method: "PUT", urls, expires_at };
};

import { statement } from "@fulmar/prisma";
import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { auditRead } from "../request/record-effect.ts";
import { objectSigner } from "./object-url.ts";

const find = statement(
  "object_upload",
  `WITH found AS (
     SELECT r.region, r.endpoint_url FROM bucket b JOIN storage_region r ON r.region = b.region WHERE b.workspace_id = $1::bigint AND b.name = $2
   ), audited AS (
     ${auditRead("found", 3)}
   )
   SELECT region, endpoint_url FROM found`,
);

/** Signs a PUT of one object. */
export const createUploadUrl: Handler<"object.createUploadUrl"> = async (
  context,
  { bucket_name, object_key, expires_in, content_type },
) => {
  const [found] = await context.sql.query(find, [context.workspace.id, bucket_name, ...context.auditRow(bucket_name)]);
  if (found === undefined) throw notFound("bucket");
  const headers: Record<string, string> = content_type === undefined ? {} : { "content-type": content_type };
  const { sign, expires_at } = objectSigner(context, found, expires_in);
  return {
    url: sign({ method: "PUT", bucketName: bucket_name, key: object_key, headers }),
    method: "PUT",
    headers,
    expires_at,
  };
};

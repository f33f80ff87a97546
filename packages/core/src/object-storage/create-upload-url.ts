import { statement } from "@fulmar/prisma";
import type { Handler } from "../kernel/context.ts";
import { notFound } from "../kernel/domain-error.ts";
import { auditRead } from "../kernel/record-effect.ts";
import { toTimestamp } from "../kernel/timestamp.ts";
import { presignUrl } from "./presigned-url.ts";
import { workspaceCredential } from "./workspace-signer.ts";

interface Found {
  region: string;
  endpoint_url: string | null;
}

const find = statement(
  "object_upload",
  `WITH found AS (
     SELECT r.region, r.endpoint_url FROM bucket b JOIN storage_region r ON r.region = b.region WHERE b.workspace_id = $1::bigint AND b.name = $2
   ), audited AS (
     ${auditRead("found", 3)}
   )
   SELECT region, endpoint_url FROM found`,
);

/** Signs a PUT of one object. The URL is a credential: it is made afresh each time, and no row keeps it. */
export const createUploadUrl: Handler<"object.createUploadUrl"> = async (context, { bucket_name, object_key, expires_in, content_type }) => {
  const [found] = await context.sql.query<Found>(find, [context.workspace.id, bucket_name, ...context.auditRow(bucket_name)]);
  if (found === undefined) throw notFound("bucket");
  const { secret, publicObjectStoreUrl } = context.configuration;
  const at = new Date();
  const headers: Record<string, string> = content_type === undefined ? {} : { "content-type": content_type };
  const url = presignUrl(workspaceCredential(secret, context.workspace.id), {
    method: "PUT",
    endpoint: found.endpoint_url ?? publicObjectStoreUrl,
    region: found.region,
    bucketName: bucket_name,
    key: object_key,
    expiresIn: expires_in,
    at,
    headers,
  });
  return { url, method: "PUT", headers, expires_at: toTimestamp(new Date(at.getTime() + expires_in * 1000)) };
};

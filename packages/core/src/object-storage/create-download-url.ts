import { statement } from "@fulmar/prisma";
import type { Handler } from "../kernel/context.ts";
import { notFound } from "../kernel/domain-error.ts";
import { auditRead } from "../kernel/record-effect.ts";
import { toTimestamp } from "../kernel/timestamp.ts";
import { dispositionOf } from "./content-disposition.ts";
import { presignUrl } from "./presigned-url.ts";
import { workspaceCredential } from "./workspace-signer.ts";

interface Found {
  region: string;
  endpoint_url: string | null;
  object_known: boolean;
}

const find = statement(
  "object_download",
  `WITH found AS (
     SELECT r.region, r.endpoint_url,
            EXISTS (SELECT FROM object o WHERE o.workspace_id = b.workspace_id AND o.bucket_id = b.bucket_id AND o.key = $3) AS object_known
       FROM bucket b JOIN storage_region r ON r.region = b.region WHERE b.workspace_id = $1::bigint AND b.name = $2
   ), audited AS (
     ${auditRead("found WHERE object_known", 4)}
   )
   SELECT region, endpoint_url, object_known FROM found`,
);

/** Signs a GET of an object that is there. The URL is a credential: it is made afresh each time, and no row keeps it. */
export const createDownloadUrl: Handler<"object.createDownloadUrl"> = async (context, { bucket_name, object_key, expires_in, disposition }) => {
  const values = [context.workspace.id, bucket_name, object_key, ...context.auditRow(bucket_name)];
  const [found] = await context.sql.query<Found>(find, values);
  if (found === undefined) throw notFound("bucket");
  if (!found.object_known) throw notFound("object");
  const { secret, publicObjectStoreUrl } = context.configuration;
  const at = new Date();
  const url = presignUrl(workspaceCredential(secret, context.workspace.id), {
    method: "GET",
    endpoint: found.endpoint_url ?? publicObjectStoreUrl,
    region: found.region,
    bucketName: bucket_name,
    key: object_key,
    expiresIn: expires_in,
    at,
    ...(disposition !== undefined && { query: { "response-content-disposition": dispositionOf(disposition, object_key) } }),
  });
  return { url, expires_at: toTimestamp(new Date(at.getTime() + expires_in * 1000)) };
};

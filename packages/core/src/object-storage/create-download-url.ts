import { statement } from "@fulmar/prisma";
import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { auditRead } from "../request/record-effect.ts";
import { dispositionOf } from "./content-disposition.ts";
import { type BucketEndpoint, objectSigner } from "./object-url.ts";

interface Found extends BucketEndpoint {
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

/** Signs a GET of an object that is there. */
export const createDownloadUrl: Handler<"object.createDownloadUrl"> = async (
  context,
  { bucket_name, object_key, expires_in, disposition },
) => {
  const values = [context.workspace.id, bucket_name, object_key, ...context.auditRow(bucket_name)];
  const [found] = await context.sql.queryAs<Found>(find, values);
  if (found === undefined) throw notFound("bucket");
  if (!found.object_known) throw notFound("object");
  const { sign, expires_at } = objectSigner(context, found, expires_in);
  const query =
    disposition === undefined ? {} : { "response-content-disposition": dispositionOf(disposition, object_key) };
  return { url: sign({ method: "GET", bucketName: bucket_name, key: object_key, query }), expires_at };
};

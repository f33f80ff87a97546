import { type RowOf, statement } from "@fulmar/prisma";
import { isSuspended, requireNotSuspended } from "../../billing/index.ts";
import { toTimestamp } from "../../query/wire-form.ts";
import { auditRequest } from "../../request/audit-event.ts";
import type { RequestContext } from "../../request/context.ts";
import { conflict, type DomainError, notFound } from "../../request/domain-error.ts";
import { type BucketRow, findBucket } from "../bucket/buckets.ts";
import type { EmbeddedHandler } from "../bucket/by-backend.ts";
import {
  BucketKeys,
  type EncryptingBucket,
  type FoundEncryptingBucket,
  findEncryptingBucket,
  newDataKey,
} from "../embedded/object-encryption.ts";
import { DEFAULT_TYPE, type Encryption, readObject } from "../embedded/object-record.ts";
import { objectSigner } from "../signing/object-url.ts";
import { completeUpload, type Uncompleted } from "./complete-upload.ts";
import { MultipartUploads, UPLOAD_DAYS } from "./multipart-upload-repository.ts";

const DAY_MS = 86_400_000;

/** Begins an upload in parts. The object gets its bucket's default retention, counted from the completion. */
export const createMultipartUpload: EmbeddedHandler<"multipartUpload.create", FoundEncryptingBucket> = {
  find: ({ sql, workspace }, { bucket_name }) => findEncryptingBucket(sql, workspace.id, bucket_name),
  async answer(bucket, context, { object_key, content_type = DEFAULT_TYPE }) {
    const { uploadId, createdAt } = await new MultipartUploads(context.sql, bucket).create({
      key: object_key,
      contentType: content_type,
      headers: {},
      metadata: {},
      retention: null,
      legalHold: false,
      tags: {},
      checksum: null,
      encryption: await defaultEncryption(context, bucket, object_key),
    });
    const expiresAt = new Date(createdAt.getTime() + UPLOAD_DAYS * DAY_MS);
    return { upload_id: uploadId, object_key, created_at: toTimestamp(createdAt), expires_at: toTimestamp(expiresAt) };
  },
};

/** The encryption of an object that is written without one of its own. */
async function defaultEncryption(
  { sql, configuration }: Pick<RequestContext, "sql" | "configuration">,
  bucket: EncryptingBucket,
  key: string,
): Promise<Encryption | null> {
  if (!bucket.encrypts) return null;
  const wrappingKey = await new BucketKeys(configuration.secrets).ensure(bucket, (work) => work(sql));
  if (wrappingKey === undefined) throw notFound("bucket");
  return newDataKey("store", wrappingKey, { bucketId: bucket.bucketId, key }).encryption;
}

// A null key means that the bucket has no such upload.
const findUpload = statement(
  "multipart_sign",
  `WITH found AS (
     SELECT b.backend::text, r.region, r.endpoint_url, u.key, ${isSuspended("w.organization_id")} AS suspended
       FROM bucket b JOIN workspace w ON w.workspace_id = b.workspace_id JOIN storage_region r ON r.region = b.region
       LEFT JOIN multipart_upload u ON u.workspace_id = b.workspace_id AND u.bucket_id = b.bucket_id
        AND u.upload_id = $upload_id
      WHERE b.workspace_id = $workspace_id::bigint AND b.name = $name AND b.deleted_at IS NULL
   ), audited AS (
     ${auditRequest({ rows: "found WHERE backend = 'embedded' AND key IS NOT NULL AND NOT suspended" })}
   )
   SELECT backend, region, endpoint_url, key, suspended FROM found`,
);

/** Signs PUTs of parts. Each URL is a credential for its part and is not stored. */
export const createPartUrls: EmbeddedHandler<"multipartUpload.createPartUrls", RowOf<typeof findUpload>> = {
  find(context, { bucket_name, upload_id }) {
    return context.sql.maybe(findUpload, { name: bucket_name, upload_id, ...context.auditRow(upload_id) });
  },
  async answer(found, context, { bucket_name, upload_id, part_numbers, expires_in }) {
    const { key } = found;
    if (key === null) throw notFound("multipart upload");
    requireNotSuspended(found.suspended);
    const { sign, expires_at } = objectSigner(context, found, expires_in);
    const urls = part_numbers.map((part_number) => {
      const query = { partNumber: String(part_number), uploadId: upload_id };
      return { part_number, url: sign({ method: "PUT", bucketName: bucket_name, key, query }) };
    });
    return { method: "PUT", urls, expires_at };
  },
};

/** Completes an upload as in S3. It does not access files: the object is a list of the parts' files. */
export const completeMultipartUpload: EmbeddedHandler<"multipartUpload.complete", BucketRow> = {
  find: (context, { bucket_name }) => findBucket(context, bucket_name),
  async answer(bucket, context, { upload_id, parts, size, only_new }) {
    const place = { workspaceId: context.workspace.id, bucketId: bucket.bucket_id };
    const completed = await completeUpload(context.sql, place, {
      key: undefined,
      uploadId: upload_id,
      parts: parts.map(({ part_number, etag }) => ({
        partNumber: part_number,
        etag: etag.replaceAll('"', ""),
        checksum: null,
      })),
      size,
      condition: only_new ? "absent" : null,
      bypassGovernance: false,
      requireKey,
      sum: () => null,
    });
    if (completed.outcome !== "written") throw refusalOf(completed.outcome);
    const object = await readObject(context.sql, place, completed.key);
    if (object === undefined) throw new Error(`the object of the upload ${upload_id} is not there`);
    return {
      ...{ key: object.key, kind: "object", size: object.size, etag: object.etag, content_type: object.contentType },
      ...{
        last_modified: toTimestamp(object.modifiedAt),
        retained_until: toTimestamp(object.retention?.until ?? null),
      },
    };
  },
};

function requireKey(encryption: Encryption | null): void {
  if (encryption?.by !== "customer") return;
  throw conflict(
    "key_of_client",
    "The upload is encrypted under a key of the S3 client that began it; complete it with that client.",
  );
}

/** The refusal of a completion. */
export function refusalOf(outcome: Uncompleted): DomainError {
  switch (outcome) {
    case "no_upload":
      return notFound("multipart upload");
    case "no_bucket":
      return notFound("bucket");
    case "invalid_part":
      return conflict(
        "part_unknown",
        "A named part was not uploaded or has another ETag; upload it again and send its new ETag.",
      );
    case "part_too_small":
      return conflict("part_too_small", "Every part except the last must have at least 5 MiB; upload larger parts.");
    case "other_size":
      return conflict(
        "size_differs",
        "The sizes of the parts do not add up to the size in the request; upload the parts that are missing or incomplete.",
      );
    case "retained":
      return conflict(
        "object_retained",
        "The object of this name is under retention; choose another name, or complete the upload after the retention ends.",
      );
    case "exists":
      return conflict(
        "object_exists",
        "An object of this name already exists; choose another name, or complete the upload without only_new.",
      );
    case "absent":
    case "changed":
    case "other_checksum":
      throw new Error(`a condition that nobody has asked for was not met: ${outcome}`);
  }
}

export const abortMultipartUpload: EmbeddedHandler<"multipartUpload.abort", BucketRow> = {
  find: (context, { bucket_name }) => findBucket(context, bucket_name),
  async answer({ bucket_id: bucketId }, { sql, workspace }, { upload_id }) {
    const uploads = new MultipartUploads(sql, { workspaceId: workspace.id, bucketId });
    if (!(await uploads.abort(undefined, upload_id))) throw notFound("multipart upload");
    return { status: "aborted", upload_id };
  },
};

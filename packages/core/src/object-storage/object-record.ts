import { lookup, type RowOf, type Sql } from "@fulmar/prisma";
import { z } from "zod";

/** A bucket by its id, which is not reused when the name is. */
export interface BucketPlace {
  readonly workspaceId: bigint;
  readonly bucketId: string;
}

/** A checksum of a whole object in Base64. The algorithm has its S3 name. */
export type Checksum = z.infer<typeof Checksum>;
const Checksum = z.object({ algorithm: z.string(), value: z.string() }).readonly();

export interface Retention {
  readonly mode: "GOVERNANCE" | "COMPLIANCE";
  readonly until: Date;
}

/** An object's metadata as sent by the client. */
export interface ObjectDescription {
  readonly contentType: string;
  /** Returned by GET. Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** x-amz-meta-*, without that prefix, names in lower case. */
  readonly metadata: Readonly<Record<string, string>>;
}

/** A file with a part of an object's bytes. */
export interface ObjectPart {
  readonly fileId: string;
  /** In bytes. */
  readonly size: number;
}

/** The content type of objects that were written without one, as in S3. */
export const DEFAULT_TYPE = "binary/octet-stream";

/** An object as it was uploaded. */
export interface TakenObject extends ObjectDescription {
  readonly key: string;
  readonly size: number;
  readonly etag: string;
  readonly checksum: Checksum | null;
  /** In byte order of the object. */
  readonly parts: readonly ObjectPart[];
  readonly uploadId: string | null;
}

export interface ObjectRecord extends TakenObject {
  /** Null also if it has passed. */
  readonly retention: Retention | null;
  readonly modifiedAt: Date;
}

const get = lookup(
  "object_get",
  `SELECT size, etag, content_type, headers, metadata, checksum, file_ids, to_jsonb(file_sizes) AS file_sizes, upload_id, modified_at,
          lock_mode::text, CASE WHEN retained_until > now() THEN retained_until END AS retained_until
     FROM object WHERE workspace_id = $1::bigint AND bucket_id = $2 AND key = $3`,
);

/** Reads an object by its key. Undefined if there is none. */
export async function readObject(
  sql: Sql,
  { workspaceId, bucketId }: BucketPlace,
  key: string,
): Promise<ObjectRecord | undefined> {
  const [row] = await sql.query(get, [workspaceId, bucketId, key]);
  if (row === undefined) return undefined;
  return {
    ...{ key, size: Number(row.size), etag: row.etag, checksum: Checksum.nullable().parse(row.checksum) },
    ...descriptionOf(row),
    parts: row.file_ids.map((fileId, index) => ({ fileId, size: row.file_sizes[index] ?? 0 })),
    uploadId: row.upload_id,
    retention: retentionOf(row),
    modifiedAt: row.modified_at,
  };
}

const Texts = z.record(z.string(), z.string());

/** Reads the description from a row of an object or of an upload. */
export function descriptionOf({
  content_type: contentType,
  headers,
  metadata,
}: Pick<RowOf<typeof get>, "content_type" | "headers" | "metadata">): ObjectDescription {
  return { contentType, headers: Texts.parse(headers), metadata: Texts.parse(metadata) };
}

/** Reads the retention from a row of an object or of an upload. */
export function retentionOf({
  lock_mode: mode,
  retained_until: until,
}: Pick<RowOf<typeof get>, "lock_mode" | "retained_until">): Retention | null {
  return mode === null || until === null ? null : { mode, until };
}

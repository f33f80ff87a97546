import { lookup, type RowOf, type Sql } from "@fulmar/prisma";
import { z } from "zod";

/** Where objects are: a bucket by its id, which stays its own when the name is used again. */
export interface BucketPlace {
  readonly workspaceId: bigint;
  readonly bucketId: string;
}

/** A checksum of a whole object, as its algorithm is called by S3, in Base64. */
export type Checksum = z.infer<typeof Checksum>;
const Checksum = z.object({ algorithm: z.string(), value: z.string() }).readonly();

export interface Retention {
  readonly mode: "GOVERNANCE" | "COMPLIANCE";
  readonly until: Date;
}

/** What clients say of an object besides its bytes. */
export interface ObjectDescription {
  readonly contentType: string;
  /** Repeated by the answer to a GET, names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** x-amz-meta-*, without that prefix, names in lower case. */
  readonly metadata: Readonly<Record<string, string>>;
}

/** A file with bytes of an object. */
export interface ObjectPart {
  readonly fileId: string;
  /** In bytes. */
  readonly size: number;
}

/** The type of objects that were written without one, as with S3. */
export const DEFAULT_TYPE = "binary/octet-stream";

/** An object as it was taken in. */
export interface TakenObject extends ObjectDescription {
  readonly key: string;
  readonly size: number;
  readonly etag: string;
  readonly checksum: Checksum | null;
  /** In the order of their bytes. */
  readonly parts: readonly ObjectPart[];
  readonly uploadId: string | null;
}

export interface ObjectRecord extends TakenObject {
  /** Null also when it has passed. */
  readonly retention: Retention | null;
  readonly modifiedAt: Date;
}

const get = lookup(
  "object_get",
  `SELECT size, etag, content_type, headers, metadata, checksum, file_ids, to_jsonb(file_sizes) AS file_sizes, upload_id, modified_at,
          lock_mode::text, CASE WHEN retained_until > now() THEN retained_until END AS retained_until
     FROM object WHERE workspace_id = $1::bigint AND bucket_id = $2 AND key = $3`,
);

/** An object by its key; undefined when there is none. */
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

/** The description in a row of an object or of an upload. */
export function descriptionOf({
  content_type: contentType,
  headers,
  metadata,
}: Pick<RowOf<typeof get>, "content_type" | "headers" | "metadata">): ObjectDescription {
  return { contentType, headers: Texts.parse(headers), metadata: Texts.parse(metadata) };
}

/** The retention in a row of an object or of an upload. */
export function retentionOf({
  lock_mode: mode,
  retained_until: until,
}: Pick<RowOf<typeof get>, "lock_mode" | "retained_until">): Retention | null {
  return mode === null || until === null ? null : { mode, until };
}

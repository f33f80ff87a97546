import { lookup, type Sql } from "@fulmar/prisma";

/** Where objects are: a bucket by its id, which stays its own when the name is used again. */
export interface BucketPlace {
  readonly workspaceId: bigint;
  readonly bucketId: string;
}

/** A checksum of a whole object, as its algorithm is called by S3, in Base64. */
export interface Checksum {
  readonly algorithm: string;
  readonly value: string;
}

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

/** What objects are of whose type nobody has said anything, as with S3. */
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

interface ObjectRow {
  size: bigint;
  etag: string;
  content_type: string;
  headers: Record<string, string>;
  metadata: Record<string, string>;
  checksum: Checksum | null;
  file_ids: string[];
  file_sizes: number[];
  upload_id: string | null;
  lock_mode: Retention["mode"] | null;
  retained_until: Date | null;
  modified_at: Date;
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
  const [row] = await sql.queryAs<ObjectRow>(get, [workspaceId, bucketId, key]);
  if (row === undefined) return undefined;
  const { etag, headers, metadata, checksum, lock_mode: mode, retained_until: until } = row;
  return {
    ...{ key, size: Number(row.size), etag, contentType: row.content_type, headers, metadata, checksum },
    parts: row.file_ids.map((fileId, index) => ({ fileId, size: row.file_sizes[index] ?? 0 })),
    uploadId: row.upload_id,
    retention: mode === null || until === null ? null : { mode, until },
    modifiedAt: row.modified_at,
  };
}

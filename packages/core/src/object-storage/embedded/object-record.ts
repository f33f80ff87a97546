import { lookup, type RowOf, type Sql } from "@fulmar/prisma";
import { z } from "zod";

/** A bucket by its id, which is not reused when the name is. */
export interface BucketPlace {
  readonly workspaceId: bigint;
  readonly bucketId: string;
}

/**
 * A checksum in Base64. The algorithm has its S3 name. `COMPOSITE`: the checksum of the parts' checksums, and their
 * number. Without a type it is of the whole object.
 */
export type Checksum = z.infer<typeof Checksum>;
const ChecksumType = z.enum(["FULL_OBJECT", "COMPOSITE"]);
export const Checksum = z
  .object({ algorithm: z.string(), value: z.string(), type: ChecksumType.optional() })
  .readonly();

/** The checksum that a multipart upload was begun with. */
export type ChecksumKind = z.infer<typeof ChecksumKind>;
export const ChecksumKind = z.object({ algorithm: z.string(), type: ChecksumType }).readonly();

/**
 * How the bytes of an object are encrypted: under a data key that the key of its bucket wraps (`store`), or the key
 * that the client sends with each request (`customer`).
 */
export type Encryption = z.infer<typeof Encryption>;
export const Encryption = z
  .object({
    by: z.enum(["store", "customer"]),
    /** The wrapped data key, in Base64. */
    key: z.string(),
  })
  .readonly();

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
  /** Of the file, in hexadecimal, where it was just written. */
  readonly md5?: string;
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
  readonly tags: Readonly<Record<string, string>>;
  /** Null: the files have the bytes as they are. */
  readonly encryption: Encryption | null;
  /** Of each part, with the object's algorithm, in Base64. Null if they are not known. */
  readonly partChecksums: readonly string[] | null;
}

export interface ObjectRecord extends TakenObject {
  /** Null also if it has passed. */
  readonly retention: Retention | null;
  readonly legalHold: boolean;
  readonly modifiedAt: Date;
  /** Null is the version that S3 calls "null". */
  readonly versionId: string | null;
}

/** The columns of an object. */
export const objectColumns = `size, etag, content_type, headers, metadata, tags, checksum, file_ids, to_jsonb(file_sizes) AS file_sizes, upload_id, modified_at,
          version_id, legal_hold, encryption, part_checksums, lock_mode::text, CASE WHEN retained_until > now() THEN retained_until END AS retained_until`;

const get = lookup(
  "object_get",
  `SELECT ${objectColumns} FROM object
    WHERE workspace_id = $workspace_id::bigint AND bucket_id = $bucket_id AND key = $key`,
);

/** A row with the columns of an object. */
export type ObjectRow = RowOf<typeof get>;

const getVersion = lookup(
  "object_get_version",
  `SELECT ${objectColumns}, false AS is_marker FROM object
    WHERE workspace_id = $workspace_id::bigint AND bucket_id = $bucket_id AND key = $key
      AND version_id IS NOT DISTINCT FROM $version_id
   UNION ALL
   SELECT ${objectColumns}, is_marker FROM object_version
    WHERE workspace_id = $workspace_id::bigint AND bucket_id = $bucket_id AND key = $key
      AND version_id IS NOT DISTINCT FROM $version_id
   LIMIT 1`,
);

const latestMarker = lookup(
  "object_latest_marker",
  `SELECT version_id, modified_at FROM object_version
    WHERE workspace_id = $workspace_id::bigint AND bucket_id = $bucket_id AND key = $key AND is_marker
    ORDER BY number DESC LIMIT 1`,
);

/** Reads an object by its key. Undefined if there is none. */
export async function readObject(
  sql: Sql,
  { workspaceId, bucketId }: BucketPlace,
  key: string,
): Promise<ObjectRecord | undefined> {
  const row = await sql.maybe(get, { workspace_id: workspaceId, bucket_id: bucketId, key });
  return row && toRecord(key, row);
}

/** A delete marker: the key had no object since then. */
export interface DeleteMarker {
  readonly versionId: string | null;
  readonly modifiedAt: Date;
}

/**
 * Reads one version of a key.
 * @param versionId null reads the version "null"
 */
export async function readVersion(
  sql: Sql,
  { workspaceId, bucketId }: BucketPlace,
  key: string,
  versionId: string | null,
): Promise<ObjectRecord | { readonly marker: DeleteMarker } | undefined> {
  const row = await sql.maybe(getVersion, {
    workspace_id: workspaceId,
    bucket_id: bucketId,
    key,
    version_id: versionId,
  });
  if (row === undefined) return undefined;
  return row.is_marker === true ? { marker: { versionId, modifiedAt: row.modified_at } } : toRecord(key, row);
}

/** The delete marker that hides a key which has no object. Undefined if there is none. */
export async function readLatestMarker(
  sql: Sql,
  { workspaceId, bucketId }: BucketPlace,
  key: string,
): Promise<DeleteMarker | undefined> {
  const row = await sql.maybe(latestMarker, { workspace_id: workspaceId, bucket_id: bucketId, key });
  return row && { versionId: row.version_id, modifiedAt: row.modified_at };
}

/** An object from a row with its columns. */
export function toRecord(key: string, row: ObjectRow | RowOf<typeof getVersion>): ObjectRecord {
  const sizes = FileSizes.parse(row.file_sizes);
  return {
    ...{ key, size: Number(row.size), etag: row.etag, checksum: Checksum.nullable().parse(row.checksum) },
    ...descriptionOf(row),
    tags: Texts.parse(row.tags),
    parts: FileIds.parse(row.file_ids).map((fileId, index) => ({ fileId, size: sizes[index] ?? 0 })),
    uploadId: row.upload_id,
    encryption: Encryption.nullable().parse(row.encryption),
    partChecksums: Sums.parse(row.part_checksums),
    retention: retentionOf(row),
    legalHold: row.legal_hold,
    modifiedAt: row.modified_at,
    versionId: row.version_id,
  };
}

const FileIds = z.array(z.string());
const Sums = FileIds.nullable();
const FileSizes = z.array(z.number());
export const Texts = z.record(z.string(), z.string());

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

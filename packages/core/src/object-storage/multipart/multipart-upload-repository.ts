import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { newId } from "../../request/identifiers.ts";
import { behindKey, keysWithPrefix } from "../embedded/object-list.ts";
import {
  type BucketPlace,
  Checksum,
  ChecksumKind,
  Encryption,
  type ObjectDescription,
  type ObjectPart,
  type Retention,
} from "../embedded/object-record.ts";

/** Incomplete uploads are ended after this many days. */
export const UPLOAD_DAYS = 7;

interface NewUpload extends ObjectDescription {
  readonly key: string;
  readonly retention: Retention | null;
  readonly legalHold: boolean;
  readonly tags: Readonly<Record<string, string>>;
  /** Null if the client has not chosen one. */
  readonly checksum: ChecksumKind | null;
  readonly encryption: Encryption | null;
}

export interface UploadPart extends ObjectPart {
  readonly partNumber: number;
  /** The MD5 of its bytes, in hexadecimal. */
  readonly etag: string;
  readonly checksum: Checksum | null;
}

/** The position where a list of uploads continues: after this upload of this key. */
interface UploadPosition {
  readonly key: string;
  readonly uploadId: string | undefined;
}

const create = statement(
  "multipart_create",
  `INSERT INTO multipart_upload (workspace_id, upload_id, bucket_id, key, content_type, headers, metadata, lock_mode,
                                 retained_until, legal_hold, tags, checksum, encryption, metadata_size)
   VALUES ($workspace_id::bigint, $upload_id, $bucket_id, $key, $content_type, $headers::jsonb, $metadata::jsonb,
           $lock_mode::retention_mode, $retained_until::timestamptz, $legal_hold::boolean, $tags::jsonb,
           $checksum::jsonb, $encryption::jsonb,
           description_bytes($key, $content_type, $headers::jsonb, $metadata::jsonb, $tags::jsonb))
   RETURNING created_at`,
);

/** A trigger frees the file of a part that is replaced. */
const putPart = statement(
  "multipart_put_part",
  `WITH put AS (
     INSERT INTO multipart_part AS p (workspace_id, upload_id, part_number, file_id, size, etag, checksum, modified_at)
     SELECT u.workspace_id, u.upload_id, $part_number::int, $file_id, $size::bigint, $etag, $checksum::jsonb,
            clock_timestamp()
       FROM multipart_upload u
      WHERE u.workspace_id = $workspace_id::bigint AND u.bucket_id = $bucket_id AND u.key = $key
        AND u.upload_id = $upload_id
         ON CONFLICT (workspace_id, upload_id, part_number) DO UPDATE
        SET file_id = excluded.file_id, size = excluded.size, etag = excluded.etag, checksum = excluded.checksum,
            modified_at = excluded.modified_at
     RETURNING p.modified_at
   ), kept AS (
     INSERT INTO object_file (workspace_id, file_id, md5) SELECT $workspace_id::bigint, $file_id, $md5 FROM put
   )
   SELECT modified_at FROM put`,
);

const has = statement(
  "multipart_has",
  `SELECT checksum, encryption FROM multipart_upload
    WHERE workspace_id = $workspace_id::bigint AND bucket_id = $bucket_id AND key = $key AND upload_id = $upload_id`,
);

const abort = statement(
  "multipart_abort",
  `DELETE FROM multipart_upload
    WHERE workspace_id = $workspace_id::bigint AND bucket_id = $bucket_id AND ($key::text IS NULL OR key = $key)
      AND upload_id = $upload_id RETURNING 1`,
);

const parts = statement(
  "multipart_parts",
  `SELECT p.part_number, p.size, p.etag, p.checksum, p.modified_at FROM multipart_part p
    WHERE p.workspace_id = $workspace_id::bigint AND p.upload_id = $upload_id AND p.part_number > $after::int
    ORDER BY p.part_number LIMIT $limit::int`,
);

interface ListedPart extends Omit<RowOf<typeof parts>, "checksum"> {
  readonly checksum: Checksum | null;
}

const uploads = statement(
  "multipart_uploads",
  `SELECT key, upload_id, created_at FROM multipart_upload
    WHERE workspace_id = $workspace_id::bigint AND bucket_id = $bucket_id AND key >= $from::text COLLATE "C"
      AND key < $before::text COLLATE "C"
      AND (key, upload_id) > ($key::text COLLATE "C", $upload_id::text)
    ORDER BY key, upload_id LIMIT $limit::int`,
);

export type ListedUpload = RowOf<typeof uploads>;

/** The uploads in parts of one bucket. Changes run in a transaction of the workspace. */
export class MultipartUploads {
  readonly #sql: Sql;
  readonly #bucket: BucketPlace;

  constructor(sql: Sql, bucket: BucketPlace) {
    this.#sql = sql;
    this.#bucket = bucket;
  }

  async create({
    key,
    contentType,
    headers,
    metadata,
    retention,
    legalHold,
    tags,
    checksum,
    encryption,
  }: NewUpload): Promise<{ uploadId: string; createdAt: Date }> {
    const uploadId = newId("upl");
    const row = await this.#sql.one(create, {
      workspace_id: this.#bucket.workspaceId,
      upload_id: uploadId,
      bucket_id: this.#bucket.bucketId,
      key,
      content_type: contentType,
      headers: JSON.stringify(headers),
      metadata: JSON.stringify(metadata),
      lock_mode: retention?.mode ?? null,
      retained_until: retention?.until ?? null,
      legal_hold: legalHold,
      tags: JSON.stringify(tags),
      checksum: checksum === null ? null : JSON.stringify(checksum),
      encryption: encryption === null ? null : JSON.stringify(encryption),
    });
    return { uploadId, createdAt: row.created_at };
  }

  /** The settings that the upload was begun with. Undefined if there is no such upload. */
  async find(
    key: string,
    uploadId: string,
  ): Promise<{ readonly checksum: ChecksumKind | null; readonly encryption: Encryption | null } | undefined> {
    const row = await this.#sql.maybe(has, this.#placeOf(key, uploadId));
    if (row === undefined) return undefined;
    return {
      checksum: ChecksumKind.nullable().parse(row.checksum),
      encryption: Encryption.nullable().parse(row.encryption),
    };
  }

  /**
   * Writes or replaces a part.
   * @returns the time, or undefined if the upload does not exist
   */
  async putPart(
    key: string,
    uploadId: string,
    { partNumber, fileId, size, etag, checksum, md5 }: UploadPart,
  ): Promise<Date | undefined> {
    const row = await this.#sql.maybe(putPart, {
      ...this.#placeOf(key, uploadId),
      part_number: partNumber,
      file_id: fileId,
      size,
      etag,
      checksum: checksum === null ? null : JSON.stringify(checksum),
      md5: md5 ?? null,
    });
    return row?.modified_at;
  }

  /**
   * @param key undefined accepts any key
   * @returns whether the upload existed
   */
  async abort(key: string | undefined, uploadId: string): Promise<boolean> {
    return (await this.#sql.query(abort, this.#placeOf(key ?? null, uploadId))).length > 0;
  }

  /** In the order of part numbers, at most `limit`, after `after`. */
  async parts(uploadId: string, after: number, limit: number): Promise<ListedPart[]> {
    const rows = await this.#sql.query(parts, {
      workspace_id: this.#bucket.workspaceId,
      upload_id: uploadId,
      after,
      limit,
    });
    return rows.map((row) => ({ ...row, checksum: Checksum.nullable().parse(row.checksum) }));
  }

  /** Ordered by key, then age, at most `limit`. */
  list(prefix: string, after: UploadPosition | undefined, limit: number): Promise<ListedUpload[]> {
    const { from, before } = keysWithPrefix(prefix);
    // Without an upload id, after all uploads of the key.
    const [key, uploadId] =
      after === undefined
        ? ["", ""]
        : after.uploadId === undefined
          ? [behindKey(after.key), ""]
          : [after.key, after.uploadId];
    return this.#sql.query(uploads, {
      workspace_id: this.#bucket.workspaceId,
      bucket_id: this.#bucket.bucketId,
      from,
      before,
      key,
      upload_id: uploadId,
      limit,
    });
  }

  #placeOf<Key extends string | null>(key: Key, uploadId: string) {
    const { workspaceId, bucketId } = this.#bucket;
    return { workspace_id: workspaceId, bucket_id: bucketId, key, upload_id: uploadId };
  }
}

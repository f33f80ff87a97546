import { createHash } from "node:crypto";
import { type Sql, statement } from "@fulmar/prisma";
import {
  type BucketPlace,
  Checksum,
  ChecksumKind,
  descriptionOf,
  Encryption,
  retentionOf,
  Texts,
} from "../embedded/object-record.ts";
import { type Unwritten, type WriteCondition, writeObject } from "../embedded/object-writing.ts";
import type { UploadPart } from "./multipart-upload-repository.ts";

/** S3: every part but the last has at least 5 MiB. */
const SMALLEST_PART = 5 * 1024 * 1024;

/** A part in a client's completion request. */
export interface NamedPart {
  readonly partNumber: number;
  readonly etag: string;
  /** The checksum that the client has noted of it. */
  readonly checksum: Checksum | null;
}

/** A part with its checksum, for that of the object. */
export interface SummedPart {
  /** In bytes. */
  readonly size: number;
  readonly checksum: Checksum | null;
}

interface Completion {
  /** Undefined accepts the key that the upload was begun for. */
  readonly key: string | undefined;
  readonly uploadId: string;
  /** In ascending order of part numbers. */
  readonly parts: readonly NamedPart[];
  /** The required total size in bytes. Undefined accepts any size. */
  readonly size: number | undefined;
  readonly condition: WriteCondition | null;
  readonly bypassGovernance: boolean;
  /** Throws the caller's refusal unless the client may complete an upload that is encrypted so. */
  readonly requireKey: (encryption: Encryption | null) => void | Promise<void>;
  /** Computes the object's checksum. "differs": the client has sent another. */
  readonly sum: (kind: ChecksumKind | null, parts: readonly SummedPart[]) => Checksum | null | "differs";
}

export type Uncompleted = Unwritten | "no_upload" | "invalid_part" | "part_too_small" | "other_size" | "other_checksum";
type Completed =
  | {
      readonly outcome: "written";
      readonly key: string;
      readonly etag: string;
      readonly checksum: Checksum | null;
      readonly versionId: string | null;
      readonly encryption: Encryption | null;
    }
  | { readonly outcome: Uncompleted };

const lock = statement(
  "multipart_lock",
  `SELECT key, content_type, headers, metadata, tags, checksum, encryption, lock_mode::text, retained_until, legal_hold
     FROM multipart_upload
    WHERE workspace_id = $workspace_id::bigint AND bucket_id = $bucket_id AND ($key::text IS NULL OR key = $key)
      AND upload_id = $upload_id FOR UPDATE`,
);

const take = statement(
  "multipart_take_parts",
  `DELETE FROM multipart_part WHERE workspace_id = $workspace_id::bigint AND upload_id = $upload_id
RETURNING part_number, file_id, size, etag, checksum`,
);

const made = statement(
  "multipart_made",
  `SELECT key, etag, checksum, version_id, encryption FROM object
    WHERE workspace_id = $workspace_id::bigint AND bucket_id = $bucket_id AND ($key::text IS NULL OR key = $key)
      AND upload_id = $upload_id`,
);

const end = statement(
  "multipart_end",
  "DELETE FROM multipart_upload WHERE workspace_id = $workspace_id::bigint AND upload_id = $upload_id",
);

/**
 * Makes an object of the named parts. Nothing is copied: the object is a list of the parts' files. Files of other parts
 * are freed. A client that missed the answer may repeat the request and gets the same answer. Runs in a transaction of
 * the workspace, which must be rolled back unless the outcome is "written".
 */
export async function completeUpload(sql: Sql, bucket: BucketPlace, completion: Completion): Promise<Completed> {
  const { uploadId, condition, bypassGovernance } = completion;
  const place = { workspace_id: bucket.workspaceId, bucket_id: bucket.bucketId, upload_id: uploadId };
  const named = { ...place, key: completion.key ?? null };
  const upload = await sql.maybe(lock, named);
  if (upload === undefined) {
    const done = await sql.maybe(made, named);
    if (done === undefined) return { outcome: "no_upload" };
    const { key, etag, checksum, version_id: versionId } = done;
    const encryption = Encryption.nullable().parse(done.encryption);
    return { outcome: "written", key, etag, checksum: Checksum.nullable().parse(checksum), versionId, encryption };
  }
  const encryption = Encryption.nullable().parse(upload.encryption);
  await completion.requireKey(encryption);
  const taken = new Map((await sql.query(take, place)).map((row) => [row.part_number, row]));
  const parts: UploadPart[] = [];
  for (const { partNumber, etag, checksum: noted } of completion.parts) {
    const row = taken.get(partNumber);
    const checksum = Checksum.nullable().parse(row?.checksum ?? null);
    if (row === undefined || row.etag !== etag || !isSameSum(noted, checksum)) return { outcome: "invalid_part" };
    parts.push({ partNumber, fileId: row.file_id, size: Number(row.size), etag, checksum });
  }
  if (parts.slice(0, -1).some(({ size }) => size < SMALLEST_PART)) return { outcome: "part_too_small" };
  const size = parts.reduce((sum, part) => sum + part.size, 0);
  if (completion.size !== undefined && completion.size !== size) return { outcome: "other_size" };
  const checksum = completion.sum(ChecksumKind.nullable().parse(upload.checksum), parts);
  if (checksum === "differs") return { outcome: "other_checksum" };
  const { key } = upload;
  const etag = etagOf(parts);
  // Before the object is written, so that nothing counts twice.
  await sql.query(end, place);
  const written = await writeObject(sql, bucket, {
    ...{ key, uploadId, parts, size, etag, checksum, condition, bypassGovernance },
    ...descriptionOf(upload),
    tags: Texts.parse(upload.tags),
    retention: retentionOf(upload),
    legalHold: upload.legal_hold,
    encryption,
    partChecksums: checksum === null ? null : partChecksumsOf(parts),
  });
  if (written.outcome !== "written") return written;
  return { outcome: "written", key, etag, checksum, versionId: written.versionId, encryption };
}

/** The checksums of all parts; null if one has none. */
function partChecksumsOf(parts: readonly UploadPart[]): string[] | null {
  const known = parts.flatMap(({ checksum }) => (checksum === null ? [] : [checksum.value]));
  return known.length === parts.length ? known : null;
}

/** Whether a part has the checksum that the client has noted. Without a noted one, any. */
function isSameSum(noted: Checksum | null, stored: Checksum | null): boolean {
  return noted === null || (noted.algorithm === stored?.algorithm && noted.value === stored.value);
}

/** As in S3: the MD5 of the parts' MD5s, and the number of parts. */
function etagOf(parts: readonly UploadPart[]): string {
  const hash = createHash("md5");
  for (const { etag } of parts) hash.update(etag, "hex");
  return `${hash.digest("hex")}-${parts.length}`;
}

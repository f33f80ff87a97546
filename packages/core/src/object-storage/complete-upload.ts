import { createHash } from "node:crypto";
import { type Sql, statement } from "@fulmar/prisma";
import type { UploadPart } from "./multipart-upload.ts";
import type { Retention } from "./object-record.ts";
import { type Written, writeObject } from "./object-writing.ts";
import type { StoreBucket } from "./s3-visitor.ts";

/** S3: every part but the last has 5 MiB at least. */
const SMALLEST_PART = 5 * 1024 * 1024;

/** A part as the client names it for the completion. */
export interface NamedPart {
  readonly partNumber: number;
  readonly etag: string;
}

export interface Completion {
  readonly key: string;
  readonly uploadId: string;
  /** In ascending order of their numbers. */
  readonly parts: readonly NamedPart[];
  readonly onlyNew: boolean;
  readonly bypassGovernance: boolean;
}

export type Completed = (Written & { readonly etag: string }) | { readonly outcome: "no_upload" | "invalid_part" | "part_too_small" };

interface UploadRow {
  content_type: string;
  headers: Record<string, string>;
  metadata: Record<string, string>;
  lock_mode: Retention["mode"] | null;
  retained_until: Date | null;
}
interface PartRow {
  part_number: number;
  file_id: string;
  size: bigint;
  etag: string;
}

const hold = statement(
  "multipart_hold",
  `SELECT content_type, headers, metadata, lock_mode::text, retained_until FROM multipart_upload
    WHERE workspace_id = $1::bigint AND bucket_id = $2 AND key = $3 AND upload_id = $4 FOR UPDATE`,
);

const take = statement(
  "multipart_take_parts",
  "DELETE FROM multipart_part WHERE workspace_id = $1::bigint AND upload_id = $2 RETURNING part_number, file_id, size, etag",
);

const end = statement("multipart_end", "DELETE FROM multipart_upload WHERE workspace_id = $1::bigint AND upload_id = $2");

/**
 * Makes an object of the parts that are named. Nothing is copied: the object is a list of the parts' files. Those of other parts are freed.
 * Within a transaction of the workspace, which must be undone unless the outcome is "written".
 */
export async function completeUpload(sql: Sql, bucket: StoreBucket, { key, uploadId, parts: named, ...conditions }: Completion): Promise<Completed> {
  const [upload] = await sql.query<UploadRow>(hold, [bucket.workspaceId, bucket.bucketId, key, uploadId]);
  if (upload === undefined) return { outcome: "no_upload" };
  const taken = new Map((await sql.query<PartRow>(take, [bucket.workspaceId, uploadId])).map((row) => [row.part_number, row]));
  const parts: UploadPart[] = [];
  for (const { partNumber, etag } of named) {
    const row = taken.get(partNumber);
    if (row === undefined || row.etag !== etag) return { outcome: "invalid_part" };
    parts.push({ partNumber, fileId: row.file_id, size: Number(row.size), etag });
  }
  if (parts.slice(0, -1).some(({ size }) => size < SMALLEST_PART)) return { outcome: "part_too_small" };
  const { lock_mode: mode, retained_until: until } = upload;
  const etag = etagOf(parts);
  const written = await writeObject(sql, bucket, {
    ...{ key, uploadId, parts, etag, checksum: null, ...conditions },
    ...{ contentType: upload.content_type, headers: upload.headers, metadata: upload.metadata },
    size: parts.reduce((sum, part) => sum + part.size, 0),
    retention: mode === null || until === null ? null : { mode, until },
  });
  if (written.outcome === "written") await sql.query(end, [bucket.workspaceId, uploadId]);
  return { ...written, etag };
}

/** As S3 has it: the MD5 of the parts' MD5s, and how many they are. */
function etagOf(parts: readonly UploadPart[]): string {
  const hash = createHash("md5");
  for (const { etag } of parts) hash.update(etag, "hex");
  return `${hash.digest("hex")}-${parts.length}`;
}

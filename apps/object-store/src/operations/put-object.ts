import type { FileHandle } from "node:fs/promises";
import { type NewObject, type StoreBucket, type Unwritten, writeObject } from "@fulmar/core/object-store";
import type { Sql } from "@fulmar/prisma";
import { checksumHeader } from "../body/checksum.ts";
import { type Digested, type Payload, payloadOf } from "../body/payload.ts";
import { sealed } from "../files/sealed-file.ts";
import { noSuchBucket, noSuchKey, retained, S3Error } from "../protocol/s3-error.ts";
import { isUndone } from "../store.ts";
import type { Answer, ObjectCall } from "./call.ts";
import { bypassesGovernance, conditionOf, descriptionOf, legalHoldOf, retentionOf } from "./description.ts";
import { newKeyFor, withEncryption } from "./encryption.ts";
import { tagsInHeader } from "./tags.ts";
import { writtenHeader } from "./version.ts";

/** Stores an object. */
export async function putObject(call: ObjectCall): Promise<Answer> {
  const { etag, checksum, versionId, encryption } = await storeObject(call, payloadOf(call.request, call.chunkKey));
  const sum = checksum !== null && checksumHeader(checksum);
  const headers = { etag: `"${etag}"`, ...sum, ...writtenHeader(versionId) };
  return withEncryption(call, encryption, { status: 200, headers });
}

/** Stores a body as an object with the description, the conditions and the tags of the request's headers. */
export async function storeObject(call: ObjectCall, payload: Payload) {
  const { store, request, bucket, key } = call;
  const conditions = {
    condition: conditionOf(request),
    bypassGovernance: bypassesGovernance(call),
    retention: retentionOf(request, bucket),
    legalHold: legalHoldOf(request, bucket),
    tags: tagsInHeader(request),
  };
  const description = descriptionOf(request);
  const newKey = await newKeyFor(call);
  const encryption = newKey?.encryption ?? null;
  return takeBody(call, payload, newKey?.dataKey ?? null, async ({ fileId, size, md5, checksum }) => {
    const object = {
      key,
      size,
      etag: md5,
      checksum,
      parts: [{ fileId, size }],
      uploadId: null,
      encryption,
      partChecksums: null,
      ...description,
      ...conditions,
    };
    const { versionId } = await store.change(bucket, (sql) => written(sql, bucket, object));
    return { etag: md5, checksum, versionId, encryption };
  });
}

/**
 * Writes an object's row. @returns the time of writing and the version @throws S3Error when it is refused, which rolls
 * back the transaction
 */
export async function written(
  sql: Sql,
  bucket: StoreBucket,
  object: NewObject,
): Promise<{ readonly modifiedAt: Date; readonly versionId: string | null }> {
  const result = await writeObject(sql, bucket, object);
  if (result.outcome === "written") return result;
  throw refusal(result.outcome);
}

/** The S3 error of a refused write. */
export function refusal(outcome: Unwritten): S3Error {
  if (outcome === "no_bucket") return noSuchBucket();
  if (outcome === "absent") return noSuchKey();
  if (outcome === "retained") return retained();
  return new S3Error(
    "PreconditionFailed",
    outcome === "exists" ? "An object with this key already exists." : "The existing object has another ETag.",
  );
}

/** A body stored on disk, with its hashes. */
interface TakenBody extends Digested {
  readonly fileId: string;
  /** The size in bytes, before encryption. */
  readonly size: number;
}

/**
 * Stores a body as a file. A refused, interrupted or mismatching body leaves nothing behind.
 * @param dataKey encrypts the file; null leaves the bytes as they are
 * @param keep writes the row that names the file
 */
export function takeBody<Kept>(
  { store }: Pick<ObjectCall, "store">,
  payload: Payload,
  dataKey: Uint8Array | null,
  keep: (body: TakenBody) => Promise<Kept>,
): Promise<Kept> {
  let size = 0;
  async function* counted() {
    for await (const piece of payload.bytes) {
      size += piece.length;
      yield piece;
    }
  }
  return store.files.take(
    (file) => write(file, dataKey === null ? counted() : sealed(counted(), dataKey)),
    async ({ fileId }) => keep({ fileId, size, ...payload.digested() }),
    isUndone,
  );
}

/** Writes bytes to a file as they arrive. */
async function write(file: FileHandle, bytes: Payload["bytes"]): Promise<void> {
  let size = 0;
  for await (const piece of bytes) {
    for (let at = 0; at < piece.length; )
      at += (await file.write(piece, at, piece.length - at, size + at)).bytesWritten;
    size += piece.length;
  }
}

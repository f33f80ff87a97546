import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { type NewObject, type Unwritten, writeObject } from "@fulmar/core/embedded-store";
import type { StoreBucket } from "@fulmar/core/object-store";
import type { Sql } from "@fulmar/prisma";
import { checksumHeader } from "../body/checksum.ts";
import { type Digested, type Payload, payloadOf } from "../body/payload.ts";
import { sealed } from "../files/sealed-file.ts";
import { noSuchBucket, noSuchKey, retained, S3Error } from "../protocol/s3-error.ts";
import { isUndone, type Store } from "../store.ts";
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
    condition: conditionOf(call),
    bypassGovernance: bypassesGovernance(call),
    retention: retentionOf(request, bucket),
    legalHold: legalHoldOf(request, bucket),
    tags: tagsInHeader(request),
  };
  const description = descriptionOf(request);
  const newKey = await newKeyFor(call);
  const encryption = newKey?.encryption ?? null;
  return takeBody(call, payload, newKey?.dataKey ?? null, async ({ fileId, size, md5, checksum, fileMd5 }) => {
    const object = {
      key,
      size,
      etag: md5,
      checksum,
      parts: [{ fileId, size, md5: fileMd5 }],
      uploadId: null,
      encryption,
      partChecksums: null,
      ...description,
      ...conditions,
    };
    const { versionId } = await writtenAlone(store, bucket, object);
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
  return requireWritten(await writeObject(sql, bucket, object));
}

/** Writes an object's row. @throws S3Error when it is refused */
async function writtenAlone(store: Store, bucket: StoreBucket, object: NewObject) {
  const { condition } = object;
  if (condition !== null && condition !== "absent") return store.change(bucket, (sql) => written(sql, bucket, object));
  const { bypassGovernance } = object;
  return requireWritten(await store.objects.write(bucket, object, { condition, bypassGovernance }));
}

function requireWritten(result: Awaited<ReturnType<typeof writeObject>>) {
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
  /** The MD5 of the file, in hexadecimal. */
  readonly fileMd5: string;
}

/**
 * Stores a body as a file. A refused, interrupted or mismatching body leaves nothing behind.
 * @param dataKey encrypts the file; null leaves the bytes as they are
 * @param keep writes the row that names the file
 */
export async function takeBody<Kept>(
  { store }: Pick<ObjectCall, "store">,
  payload: Payload,
  dataKey: Uint8Array | null,
  keep: (body: TakenBody) => Promise<Kept>,
): Promise<Kept> {
  if (dataKey === null && payload.length !== undefined && payload.length <= SMALL_BYTES) {
    const pieces: Uint8Array[] = [];
    for await (const piece of payload.bytes) pieces.push(piece);
    const digested = payload.digested();
    const size = payload.length;
    return store.files.takeSmall(
      pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces),
      ({ fileId }) => keep({ fileId, size, fileMd5: digested.md5, ...digested }),
      isUndone,
    );
  }
  let size = 0;
  async function* counted() {
    for await (const piece of payload.bytes) {
      size += piece.length;
      yield piece;
    }
  }
  const ofSealed = dataKey === null ? undefined : createHash("md5");
  async function* hashed(bytes: AsyncIterable<Uint8Array>) {
    for await (const piece of bytes) {
      ofSealed?.update(piece);
      yield piece;
    }
  }
  return store.files.take(
    (file) => write(file, dataKey === null ? counted() : hashed(sealed(counted(), dataKey))),
    async ({ fileId }) => {
      const digested = payload.digested();
      return keep({ fileId, size, fileMd5: ofSealed?.digest("hex") ?? digested.md5, ...digested });
    },
    isUndone,
  );
}

/** A body of at most this size is read and checked before its file is made, and written at once. */
const SMALL_BYTES = 256 * 1024;

/** Bytes are collected up to this size, and written while the next ones arrive. */
const WRITE_BYTES = 1024 * 1024;

/** Writes bytes to a file as they arrive. */
async function write(file: FileHandle, bytes: Payload["bytes"]): Promise<void> {
  let pieces: Uint8Array[] = [];
  let size = 0;
  let written: Promise<void> = Promise.resolve();
  try {
    for await (const piece of bytes) {
      pieces.push(piece);
      size += piece.length;
      if (size < WRITE_BYTES) continue;
      await written;
      written = append(file, pieces);
      // It is awaited before the next one, or in the end.
      written.catch(() => undefined);
      [pieces, size] = [[], 0];
    }
    await written;
    if (size > 0) written = append(file, pieces);
  } finally {
    await written;
  }
}

async function append(file: FileHandle, pieces: readonly Uint8Array[]): Promise<void> {
  if (pieces.length === 0) return;
  const { bytesWritten } = await file.writev([...pieces]);
  const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (bytesWritten === size) return;
  // A disk that is nearly full takes a part; the rest is refused with the reason.
  const rest = Buffer.concat(pieces).subarray(bytesWritten);
  for (let at = 0; at < rest.length; ) at += (await file.write(rest, at)).bytesWritten;
}

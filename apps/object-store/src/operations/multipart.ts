import { createHash } from "node:crypto";
import {
  completeUpload as complete,
  MultipartUploads,
  type NamedPart,
  type Uncompleted,
} from "@fulmar/core/object-store";
import {
  checksumElement,
  checksumElements,
  checksumIn,
  checksumKindOf,
  checksumOfParts,
  hasherOfAlgorithm,
  isSameSum,
  partChecksumHeader,
  sentChecksum,
} from "../body/checksum.ts";
import { type Digested, type Payload, payloadOf, readCompletion } from "../body/payload.ts";
import { RangeReader } from "../files/read-range.ts";
import { noSuchUpload, notImplemented, S3Error } from "../protocol/s3-error.ts";
import { countParameter, header, parameter, textParameter } from "../protocol/s3-request.ts";
import { document, textOf, type XmlElement } from "../protocol/xml.ts";
import type { Answer, BucketCall, ObjectCall } from "./call.ts";
import { copiedRange } from "./copy-object.ts";
import { bypassesGovernance, conditionOf, descriptionOf, legalHoldOf, retentionOf } from "./description.ts";
import { dataKeyOf, newKeyFor, withEncryption } from "./encryption.ts";
import { ownerOf } from "./owner.ts";
import { refusal, takeBody } from "./put-object.ts";
import { tagsInHeader } from "./tags.ts";
import { writtenHeader } from "./version.ts";

const MOST = 1000;

export async function createUpload(call: ObjectCall): Promise<Answer> {
  const { store, request, bucket, key } = call;
  const checksum = checksumKindOf(request);
  const encryption = (await newKeyFor(call))?.encryption ?? null;
  const upload = {
    encryption,
    ...{ key, checksum, ...descriptionOf(request), tags: tagsInHeader(request) },
    ...{ retention: retentionOf(request, bucket), legalHold: legalHoldOf(request, bucket) },
  };
  const { uploadId } = await store.change(bucket, (sql) => new MultipartUploads(sql, bucket).create(upload));
  return withEncryption(call, encryption, {
    status: 200,
    ...(checksum !== null && {
      headers: {
        "x-amz-checksum-algorithm": checksum.algorithm.toUpperCase(),
        "x-amz-checksum-type": checksum.type,
      },
    }),
    xml: document("InitiateMultipartUploadResult", { Bucket: bucket.name, Key: key, UploadId: uploadId }),
  });
}

export async function abortUpload({ store, request, bucket, key }: ObjectCall): Promise<Answer> {
  const aborted = await store.change(bucket, (sql) =>
    new MultipartUploads(sql, bucket).abort(key, uploadIdOf(request)),
  );
  if (!aborted) throw noSuchUpload();
  return { status: 204 };
}

export async function listParts({ store, request, bucket, key }: ObjectCall): Promise<Answer> {
  const uploads = new MultipartUploads(store.sql, bucket);
  const uploadId = uploadIdOf(request);
  const most = countParameter(request, "max-parts", MOST);
  const after =
    parameter(request, "part-number-marker") === undefined ? 0 : countParameter(request, "part-number-marker", 10_000);
  const [upload, found] = await Promise.all([uploads.find(key, uploadId), uploads.parts(uploadId, after, most + 1)]);
  if (upload === undefined) throw noSuchUpload();
  const parts = found.slice(0, most);
  const content = {
    Bucket: bucket.name,
    Key: key,
    UploadId: uploadId,
    Initiator: ownerOf(bucket),
    Owner: ownerOf(bucket),
    StorageClass: "STANDARD",
    PartNumberMarker: after,
    NextPartNumberMarker: found.length > most ? (parts.at(-1)?.part_number ?? after) : undefined,
    MaxParts: most,
    IsTruncated: found.length > most,
    ChecksumAlgorithm: upload.checksum?.algorithm.toUpperCase(),
    ChecksumType: upload.checksum?.type,
    Part: parts.map(({ part_number, modified_at, etag, size, checksum }) => ({
      PartNumber: part_number,
      LastModified: modified_at.toISOString(),
      ETag: `"${etag}"`,
      Size: String(size),
      ...(checksum !== null && checksumElement(checksum)),
    })),
  };
  return { status: 200, xml: document("ListPartsResult", content) };
}

export async function listUploads({ store, request, bucket }: BucketCall): Promise<Answer> {
  if (parameter(request, "delimiter")) throw notImplemented("delimiter for uploads");
  const prefix = textParameter(request, "prefix") ?? "";
  const keyMarker = textParameter(request, "key-marker");
  const most = countParameter(request, "max-uploads", MOST);
  const after =
    keyMarker === undefined || keyMarker === ""
      ? undefined
      : { key: keyMarker, uploadId: textParameter(request, "upload-id-marker") };
  const found = await new MultipartUploads(store.sql, bucket).list(prefix, after, most + 1);
  const uploads = found.slice(0, most);
  const last = found.length > most ? uploads.at(-1) : undefined;
  const content = {
    Bucket: bucket.name,
    Prefix: prefix,
    KeyMarker: keyMarker ?? "",
    NextKeyMarker: last?.key,
    NextUploadIdMarker: last?.upload_id,
    MaxUploads: most,
    IsTruncated: last !== undefined,
    Upload: uploads.map(({ key, upload_id, created_at }) => ({
      Key: key,
      UploadId: upload_id,
      Initiator: ownerOf(bucket),
      Owner: ownerOf(bucket),
      StorageClass: "STANDARD",
      Initiated: created_at.toISOString(),
    })),
  };
  return { status: 200, xml: document("ListMultipartUploadsResult", content) };
}

/** The upload id in a request. */
function uploadIdOf(request: ObjectCall["request"]): string {
  return textParameter(request, "uploadId") ?? "";
}

const MOST_PARTS = 10_000;

/** Stores a part and replaces an existing one with its number. */
export async function uploadPart(call: ObjectCall): Promise<Answer> {
  const upload = await requireUpload(call);
  const payload = payloadOf(call.request, call.chunkKey, upload.checksum?.algorithm);
  const { etag, checksum } = await takePart(call, payload, upload.dataKey);
  const headers = { etag: `"${etag}"`, ...(checksum !== null && partChecksumHeader(checksum)) };
  return withEncryption(call, upload.encryption, { status: 200, headers });
}

/** Stores a part that is a copy of another object or a range of it. */
export async function uploadPartCopy(call: ObjectCall): Promise<Answer> {
  const upload = await requireUpload(call);
  const algorithm = upload.checksum?.algorithm;
  const range = await copiedRange(call);
  const { files } = call.store;
  const { etag, checksum, modifiedAt } = await files.holding(
    range.parts.map(({ fileId }) => fileId),
    async () => {
      const source = await RangeReader.open(files, range);
      const md5 = createHash("md5");
      const hasher = algorithm === undefined ? undefined : hasherOfAlgorithm(algorithm);
      async function* hashed() {
        for await (const piece of source.bytes()) {
          md5.update(piece);
          hasher?.update(piece);
          yield piece;
        }
      }
      try {
        const payload = {
          length: range.length,
          bytes: hashed(),
          digested: () => ({
            md5: md5.digest("hex"),
            checksum: algorithm === undefined || hasher === undefined ? null : { algorithm, value: hasher.digest() },
          }),
        };
        return await takePart(call, payload, upload.dataKey);
      } finally {
        await source.close();
      }
    },
  );
  return withEncryption(call, upload.encryption, {
    status: 200,
    xml: document("CopyPartResult", {
      LastModified: modifiedAt.toISOString(),
      ETag: `"${etag}"`,
      ...(checksum !== null && checksumElement(checksum)),
    }),
  });
}

/** Checked before the body is read, which may be large. @returns what the upload was begun with */
async function requireUpload(call: ObjectCall) {
  const { store, request, bucket, key } = call;
  const upload = await new MultipartUploads(store.sql, bucket).find(key, uploadIdOf(request));
  if (upload === undefined) throw noSuchUpload();
  return { ...upload, dataKey: await dataKeyOf(call, upload) };
}

async function takePart(
  call: ObjectCall,
  payload: Payload,
  dataKey: Uint8Array | null,
): Promise<{ etag: string; checksum: Digested["checksum"]; modifiedAt: Date }> {
  const { store, request, bucket, key } = call;
  const partNumber = partNumberOf(request);
  return takeBody(call, payload, dataKey, async ({ fileId, size, md5, checksum, fileMd5 }) => {
    const part = { partNumber, fileId, size, etag: md5, checksum, md5: fileMd5 };
    const modifiedAt = await store.change(bucket, async (sql) => {
      const put = await new MultipartUploads(sql, bucket).putPart(key, uploadIdOf(request), part);
      if (put === undefined) throw noSuchUpload();
      return put;
    });
    return { etag: md5, checksum, modifiedAt };
  });
}

function partNumberOf(request: ObjectCall["request"]): number {
  const text = parameter(request, "partNumber") ?? "";
  const number = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > MOST_PARTS)
    throw new S3Error("InvalidArgument", `partNumber must be a number from 1 to ${MOST_PARTS}.`);
  return number;
}

/** Completes an upload: makes an object of its parts. */
export async function completeUpload(call: ObjectCall): Promise<Answer> {
  const { store, request, bucket, key } = call;
  const uploadId = uploadIdOf(request);
  const conditions = {
    size: sizeOf(request),
    condition: conditionOf(call),
    bypassGovernance: bypassesGovernance(call),
  };
  const sent = sentChecksum(request);
  const parts = partsOf(await readCompletion(request, call.chunkKey));
  const { etag, checksum, versionId, encryption } = await store.change(bucket, async (sql) => {
    const completed = await complete(sql, bucket, {
      ...{ key, uploadId, parts, ...conditions },
      async requireKey(encrypted) {
        await dataKeyOf(call, { encryption: encrypted });
      },
      sum(kind, summed) {
        const computed = kind && checksumOfParts(kind, summed);
        return sent === null || isSameSum(sent, computed) ? computed : "differs";
      },
    });
    if (completed.outcome === "written") return completed;
    throw refusalOf(completed.outcome);
  });
  return withEncryption(call, encryption, {
    status: 200,
    headers: writtenHeader(versionId),
    xml: document("CompleteMultipartUploadResult", {
      Bucket: bucket.name,
      Key: key,
      ETag: `"${etag}"`,
      ...checksumElements(checksum),
    }),
  });
}

function refusalOf(outcome: Uncompleted): S3Error {
  if (outcome === "no_upload") return noSuchUpload();
  if (outcome === "invalid_part")
    return new S3Error("InvalidPart", "A named part was not uploaded, or has another ETag or checksum.");
  if (outcome === "other_checksum")
    return new S3Error("BadDigest", "The checksum of the object is not the one that was sent; upload its parts again.");
  if (outcome === "part_too_small")
    return new S3Error("EntityTooSmall", "Every part except the last must have at least 5 MiB.");
  if (outcome === "other_size")
    return new S3Error("InvalidRequest", "The sizes of the parts do not add up to x-amz-mp-object-size.");
  return refusal(outcome);
}

function sizeOf(request: ObjectCall["request"]): number | undefined {
  const text = header(request, "x-amz-mp-object-size");
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text))
    throw new S3Error("InvalidArgument", "x-amz-mp-object-size must be a whole number of bytes of at most 15 digits.");
  return Number(text);
}

function partsOf(body: XmlElement): NamedPart[] {
  if (body.name !== "CompleteMultipartUpload")
    throw new S3Error("MalformedXML", "The body must be a CompleteMultipartUpload.");
  const parts = body.children
    .filter(({ name }) => name === "Part")
    .map((part) => {
      const number = textOf(part, "PartNumber")?.trim() ?? "";
      const etag = textOf(part, "ETag")?.trim().replaceAll('"', "");
      if (!/^\d{1,5}$/.test(number) || etag === undefined)
        throw new S3Error("MalformedXML", `Each Part must have an ETag and a PartNumber from 1 to ${MOST_PARTS}.`);
      return { partNumber: Number(number), etag, checksum: checksumIn((name) => textOf(part, name)) };
    });
  if (parts.length === 0) throw new S3Error("MalformedXML", "At least one Part must be named.");
  if (parts.some(({ partNumber }, index) => partNumber <= (parts[index - 1]?.partNumber ?? 0))) {
    throw new S3Error("InvalidPartOrder", "The parts must be named in ascending order of their numbers.");
  }
  return parts;
}

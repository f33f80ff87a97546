import type { ObjectRecord } from "@fulmar/core/embedded-store";
import type { StoreBucket } from "@fulmar/core/object-store";
import { checksumElements } from "../body/checksum.ts";
import { RangeReader } from "../files/read-range.ts";
import { httpDateIn } from "../protocol/dates.ts";
import { S3Error } from "../protocol/s3-error.ts";
import { BUCKET_NAME, header, type S3Request, validKey } from "../protocol/s3-request.ts";
import { document } from "../protocol/xml.ts";
import { isUndone } from "../store.ts";
import { REDIRECT_LOCATION } from "../website/redirects.ts";
import { authorize } from "./authorize.ts";
import type { Answer, ObjectCall } from "./call.ts";
import { bypassesGovernance, conditionOf, descriptionOf, legalHoldOf, retentionOf } from "./description.ts";
import { dataKeyOfSource, newKeyFor, rewrappedKeyFor, withEncryption } from "./encryption.ts";
import { existingTags } from "./existing-tags.ts";
import { requireOwner } from "./owner.ts";
import { takeBody, written } from "./put-object.ts";
import { tagsInHeader } from "./tags.ts";
import { namedObject, namedVersion, writtenHeader } from "./version.ts";

/**
 * Copies an object by links to its files, without copying bytes. Between an encrypted object and one that is not, the
 * bytes are written again.
 */
export async function copyObject(call: ObjectCall): Promise<Answer> {
  const { store, request, bucket, key } = call;
  const { object, source, versionId: sourceVersion } = await sourceOf(call);
  const replaces = directive(request, "x-amz-metadata-directive") === "REPLACE";
  const replacesTags = directive(request, "x-amz-tagging-directive") === "REPLACE";
  const ontoItself = source.bucketId === bucket.bucketId && object.key === key && sourceVersion === undefined;
  const dataKey = await dataKeyOfSource(call, { ...object, bucket: source });
  const newKey = dataKey === null ? await newKeyFor(call) : await rewrappedKeyFor(call, dataKey);
  const encryption = newKey?.encryption ?? null;
  const isSame = !replaces && !replacesTags && encryption?.by === object.encryption?.by;
  if (isSame && ontoItself && header(request, "x-amz-storage-class") === undefined) {
    throw new S3Error(
      "InvalidRequest",
      "An object is copied onto itself only with new metadata (x-amz-metadata-directive: REPLACE) or another encryption.",
    );
  }
  const description = descriptionOf(request);
  const { contentType, metadata } = replaces ? description : object;
  // Each object has a redirect of its own, which copies do not take over (AWS: CopyObject).
  const { [REDIRECT_LOCATION]: _, ...copied } = object.headers;
  const { [REDIRECT_LOCATION]: location } = description.headers;
  const headers = replaces
    ? description.headers
    : { ...copied, ...(location !== undefined && { [REDIRECT_LOCATION]: location }) };
  const conditions = {
    condition: conditionOf(call),
    bypassGovernance: bypassesGovernance(call),
    retention: retentionOf(request, bucket),
    legalHold: legalHoldOf(request, bucket),
    tags: replacesTags ? tagsInHeader(request) : object.tags,
  };
  const { size, etag, checksum } = object;
  const write = (parts: ObjectRecord["parts"]) =>
    store.change(bucket, (sql) =>
      written(sql, bucket, {
        ...{ key, size, etag, checksum, parts, encryption, contentType, headers, metadata },
        ...{ uploadId: null, partChecksums: null },
        ...conditions,
      }),
    );
  const { modifiedAt, versionId } =
    (dataKey === null) === (newKey === null)
      ? await store.files.duplicate(object.parts, write, isUndone)
      : await rewritten(call, { ...object, dataKey }, newKey?.dataKey ?? null, write);
  return withEncryption(call, encryption, {
    status: 200,
    headers: {
      ...writtenHeader(versionId),
      ...(source.versioning !== null && { "x-amz-copy-source-version-id": object.versionId ?? "null" }),
    },
    xml: document("CopyObjectResult", {
      LastModified: modifiedAt.toISOString(),
      ETag: `"${etag}"`,
      ...checksumElements(checksum),
    }),
  });
}

/** Writes the bytes of an object to a file that is encrypted under another key, or not at all. */
async function rewritten<Written>(
  { store }: ObjectCall,
  source: Pick<ObjectRecord, "parts" | "size"> & { readonly dataKey: Uint8Array | null },
  dataKey: Uint8Array | null,
  write: (parts: ObjectRecord["parts"]) => Promise<Written>,
): Promise<Written> {
  const { parts, size } = source;
  const ids = parts.map(({ fileId }) => fileId);
  return store.files.holding(ids, async () => {
    const reader = await RangeReader.open(store.files, { parts, start: 0, length: size, dataKey: source.dataKey });
    const payload = { bytes: reader.bytes(), length: size, digested: () => ({ md5: "", checksum: null }) };
    try {
      return await takeBody({ store }, payload, dataKey, ({ fileId }) => write([{ fileId, size }]));
    } finally {
      await reader.close();
    }
  });
}

/** The bytes of an object or a range of it, for a part of an upload. */
export async function copiedRange(
  call: ObjectCall,
): Promise<{ parts: ObjectRecord["parts"]; start: number; length: number; dataKey: Uint8Array | null }> {
  const { object, source } = await sourceOf(call);
  const dataKey = await dataKeyOfSource(call, { ...object, bucket: source });
  const range = header(call.request, "x-amz-copy-source-range");
  if (range === undefined) return { parts: object.parts, start: 0, length: object.size, dataKey };
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
  const start = Number(first);
  const length = Number(last) - start + 1;
  if (!(length > 0)) throw new S3Error("InvalidArgument", "The range of the source must be bytes=first-last.");
  if (start + length > object.size)
    throw new S3Error("InvalidRange", `The range is outside the ${object.size} bytes of the source.`);
  return { parts: object.parts, start, length, dataKey };
}

/**
 * The source object: `/bucket/key`, percent-encoded, in a bucket that the same access key can reach. @throws S3Error
 */
async function sourceOf(
  call: ObjectCall,
): Promise<{ object: ObjectRecord; source: StoreBucket; versionId: string | null | undefined }> {
  const { store, request, visitor } = call;
  const place = header(request, "x-amz-copy-source") ?? "";
  const [path = "", version] = place.split("?versionId=");
  const versionId = namedVersion(version);
  const [, bucketName, sourceKey] = /^\/?([^/]+)\/(.+)$/s.exec(decoded(path)) ?? [];
  if (bucketName === undefined || sourceKey === undefined)
    throw new S3Error("InvalidArgument", "x-amz-copy-source must be /bucket/key, percent-encoded.");
  const key = validKey(sourceKey);
  const found = BUCKET_NAME.test(bucketName)
    ? await store.visitors.find(visitor.accessKeyId, bucketName, versionId === undefined ? key : undefined)
    : undefined;
  const source = found?.bucket;
  if (found === undefined || source === undefined) throw noSuchSource(visitor, bucketName);
  const action = versionId === undefined ? "s3:GetObject" : "s3:GetObjectVersion";
  const tags = await existingTags(store, source, action, { key, versionId });
  authorize({ action, key, scopes: ["object-storage.read"], tags }, { ...call, visitor: found, bucket: source });
  requireOwner(request, "x-amz-source-expected-bucket-owner", source);
  const object = await namedObject({ store, bucket: source, key, visitor: found }, versionId);
  checkConditions(request, object);
  return { object, source, versionId };
}

/** A key for listed buckets does not learn which others exist, as in requests to the bucket itself. */
function noSuchSource({ allBuckets }: ObjectCall["visitor"], bucketName: string): S3Error {
  return allBuckets
    ? new S3Error(
        "NoSuchBucket",
        `There is no bucket ${bucketName} in the workspace of the access key; x-amz-copy-source names it as /bucket/key.`,
      )
    : new S3Error("AccessDenied", "The access key may not use a bucket of the name that x-amz-copy-source has.");
}

function checkConditions(request: S3Request, { etag, modifiedAt }: ObjectRecord): void {
  const bare = (value: string | undefined) => value?.replaceAll('"', "");
  const match = bare(header(request, "x-amz-copy-source-if-match"));
  const noneMatch = bare(header(request, "x-amz-copy-source-if-none-match"));
  const modified = Math.floor(modifiedAt.getTime() / 1000) * 1000;
  const unmodifiedSince = httpDateIn(header(request, "x-amz-copy-source-if-unmodified-since"));
  const modifiedSince = httpDateIn(header(request, "x-amz-copy-source-if-modified-since"));
  const failed =
    (match !== undefined && match !== etag) ||
    noneMatch === etag ||
    (match === undefined && modified > unmodifiedSince) ||
    modified <= modifiedSince;
  if (failed)
    throw new S3Error("PreconditionFailed", "The object to copy does not meet the conditions of the request.");
}

function directive(
  request: S3Request,
  name: "x-amz-metadata-directive" | "x-amz-tagging-directive",
): "COPY" | "REPLACE" {
  const value = header(request, name)?.toUpperCase() ?? "COPY";
  if (value !== "COPY" && value !== "REPLACE") throw new S3Error("InvalidArgument", `${name} must be COPY or REPLACE.`);
  return value;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch (cause) {
    throw Object.assign(new S3Error("InvalidArgument", "x-amz-copy-source must be percent-encoded in UTF-8."), {
      cause,
    });
  }
}

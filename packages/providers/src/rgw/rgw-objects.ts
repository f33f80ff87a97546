import { createHash } from "node:crypto";
import { RetentionMode } from "@fulmar/contract";
import type {
  Completion,
  FoundObject,
  ListedObject,
  ObjectPort,
  StorageKey,
  StoredVersion,
} from "../ports/object-storage-port.ts";
import { ProviderError } from "../ports/provider-error.ts";
import { isRefusal, RgwClient, type RgwRequest } from "./signed-request.ts";
import { decodedText, elementsOf, requiredText, textOf } from "./xml-answer.ts";

/** Keys in answers may have characters that XML cannot say. */
const ENCODED = { "encoding-type": "url" };

/** The objects of a bucket on a Ceph RADOS Gateway, over S3. */
export function rgwObjects(endpoint: string, owner: StorageKey, bucketName: string): ObjectPort {
  const client = new RgwClient(endpoint, owner);
  const pathOf = (key: string) => objectPath(bucketName, key);
  const ofBucket = (query: RgwRequest["query"], signal: AbortSignal) =>
    client.send({ method: "GET", path: `/${bucketName}`, query: { ...query, ...ENCODED } }, signal);
  return {
    list: readPages(async ({ prefix, delimiter, after, limit }, signal) => {
      const query = {
        ...{ "list-type": "2", "max-keys": String(limit), prefix },
        ...(delimiter !== undefined && { delimiter }),
        ...(after !== undefined && { "start-after": after }),
      };
      const { text } = await ofBucket(query, signal);
      const objects = elementsOf(text, "Contents").map(
        (entry): ListedObject => ({ kind: "object", key: decodedText(entry, "Key"), ...describedIn(entry) }),
      );
      const prefixes = elementsOf(text, "CommonPrefixes").map(
        (entry): ListedObject => ({ kind: "prefix", key: decodedText(entry, "Prefix") }),
      );
      return [...objects, ...prefixes].toSorted((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)));
    }),
    async find(key, versionId, signal) {
      const query = versionId === undefined ? {} : { versionId };
      try {
        const { headers } = await client.send({ method: "HEAD", path: pathOf(key), query }, signal);
        return foundIn(headers);
      } catch (error) {
        // A HEAD has no code. A delete marker that is named is 405.
        if (isRefusal(error, "") && (error.status === 404 || error.status === 405)) return undefined;
        throw error;
      }
    },
    async remove(key, versionId, signal) {
      const query = versionId === undefined ? {} : { versionId };
      try {
        await client.send({ method: "DELETE", path: pathOf(key), query }, signal);
      } catch (error) {
        if (isRefusal(error, "NoSuchKey", "NoSuchVersion")) return;
        throw isRefusal(error, "AccessDenied") ? objectRetained(error) : error;
      }
    },
    async listVersions({ prefix, after, limit }, signal) {
      const marker = after === undefined ? {} : { "key-marker": after.key, "version-id-marker": after.versionId };
      const { text } = await ofBucket({ versions: "", "max-keys": String(limit), prefix, ...marker }, signal);
      return elementsOf(text, "(?:Version|DeleteMarker)").map(versionIn);
    },
    async deleteBucket(signal) {
      try {
        await client.send({ method: "DELETE", path: `/${bucketName}` }, signal);
        return true;
      } catch (error) {
        if (isRefusal(error, "NoSuchBucket")) return true;
        if (isRefusal(error, "BucketNotEmpty")) return false;
        throw error;
      }
    },
    async createUpload(key, contentType, signal) {
      const headers = { "content-type": contentType };
      const { text } = await client.send(
        { method: "POST", path: pathOf(key), query: { uploads: "" }, headers },
        signal,
      );
      return requiredText(text, "UploadId");
    },
    async listParts(key, uploadId, signal) {
      const sizes = new Map<number, number>();
      try {
        for (let after: string | undefined = "0"; after !== undefined; ) {
          const query = { uploadId, "part-number-marker": after };
          const { text } = await client.send({ method: "GET", path: pathOf(key), query }, signal);
          for (const part of elementsOf(text, "Part"))
            sizes.set(Number(requiredText(part, "PartNumber")), Number(requiredText(part, "Size")));
          after = textOf(text, "IsTruncated") === "true" ? textOf(text, "NextPartNumberMarker") : undefined;
        }
      } catch (error) {
        if (isRefusal(error, "NoSuchUpload")) return undefined;
        throw error;
      }
      return sizes;
    },
    async completeUpload(key, uploadId, parts, signal): Promise<Completion> {
      const listed = parts.map(
        ({ partNumber, etag }) => `<Part><PartNumber>${partNumber}</PartNumber><ETag>"${etag}"</ETag></Part>`,
      );
      const body = `<CompleteMultipartUpload>${listed.join("")}</CompleteMultipartUpload>`;
      try {
        const { text } = await client.send({ method: "POST", path: pathOf(key), query: { uploadId }, body }, signal);
        // Ceph 16 names it only when a completion is repeated.
        return { outcome: "written", etag: unquoted(requiredText(text, "ETag")) || etagOfParts(parts) };
      } catch (error) {
        if (isRefusal(error, "NoSuchUpload")) return { outcome: "no_upload" };
        if (isRefusal(error, "InvalidPart", "InvalidPartOrder")) return { outcome: "invalid_part" };
        if (isRefusal(error, "EntityTooSmall")) return { outcome: "part_too_small" };
        throw error;
      }
    },
    async abortUpload(key, uploadId, signal) {
      try {
        await client.send({ method: "DELETE", path: pathOf(key), query: { uploadId } }, signal);
      } catch (error) {
        if (!isRefusal(error, "NoSuchUpload", "NoSuchKey", "NoSuchBucket")) throw error;
      }
    },
  };
}

/** The refusal of what a retention or a legal hold forbids. */
export function objectRetained(cause: unknown): ProviderError {
  return new ProviderError("object_retained", "The object is under retention.", { retryable: false, cause });
}

/** The ETag of an object in parts: the MD5 of the parts' MD5s, and their number. */
export function etagOfParts(parts: readonly { readonly etag: string }[]): string {
  const digest = createHash("md5");
  for (const { etag } of parts) digest.update(etag, "hex");
  return `${digest.digest("hex")}-${parts.length}`;
}

/** The most entries of one answer. */
const LARGEST_PAGE = 1_000;

/** Joins pages of the server until there are as many entries as were asked for. */
function readPages(list: ObjectPort["list"]): ObjectPort["list"] {
  return async ({ after, limit, ...page }, signal) => {
    const entries: ListedObject[] = [];
    for (let from = after; entries.length < limit; from = entries.at(-1)?.key) {
      const asked = Math.min(limit - entries.length, LARGEST_PAGE);
      const more = await list({ ...page, after: from, limit: asked }, signal);
      entries.push(...more);
      if (more.length < asked) break;
    }
    return entries;
  };
}

/** A version or a delete marker of a list, whose keys are percent-encoded. */
export function versionIn(entry: string): StoredVersion {
  // Only a version has bytes.
  const isDeleteMarker = textOf(entry, "Size") === undefined;
  return {
    key: decodedText(entry, "Key"),
    versionId: requiredText(entry, "VersionId"),
    isLatest: textOf(entry, "IsLatest") === "true",
    isDeleteMarker,
    ...(isDeleteMarker
      ? { size: 0, etag: "", modifiedAt: new Date(requiredText(entry, "LastModified")) }
      : describedIn(entry)),
  };
}

function describedIn(entry: string) {
  return {
    size: Number(requiredText(entry, "Size")),
    etag: unquoted(requiredText(entry, "ETag")),
    modifiedAt: new Date(requiredText(entry, "LastModified")),
  };
}

function foundIn(headers: Headers): FoundObject {
  const until = headers.get("x-amz-object-lock-retain-until-date");
  const retainedUntil = until !== null && new Date(until) > new Date() ? new Date(until) : null;
  return {
    size: Number(headers.get("content-length") ?? 0),
    etag: unquoted(headers.get("etag") ?? ""),
    contentType: headers.get("content-type") ?? "binary/octet-stream",
    modifiedAt: new Date(headers.get("last-modified") ?? 0),
    versionId: headers.get("x-amz-version-id") ?? "null",
    retainedUntil,
    retentionMode: retainedUntil === null ? null : RetentionMode.parse(headers.get("x-amz-object-lock-mode")),
    legalHold: headers.get("x-amz-object-lock-legal-hold") === "ON",
  };
}

export function unquoted(etag: string): string {
  return etag.replaceAll('"', "");
}

/** The path of an object, encoded. */
export function objectPath(bucketName: string, key: string): string {
  return `/${bucketName}/${key.split("/").map(encode).join("/")}`;
}

/** Percent-encoding as in AWS: everything but letters, digits, `-`, `.`, `_` and `~`. */
export function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
}

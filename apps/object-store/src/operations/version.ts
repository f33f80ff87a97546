import { type ObjectRecord, readLatestMarker, readObject, readVersion } from "@fulmar/core/embedded-store";
import type { StoreBucket } from "@fulmar/core/object-store";
import { noSuchKey, noSuchVersion, S3Error } from "../protocol/s3-error.ts";
import { parameter, type S3Request } from "../protocol/s3-request.ts";
import type { ObjectCall } from "./call.ts";

const VERSION_ID = /^[\w.-]{1,128}$/;

/**
 * The version that a request names: undefined for the present object, null for the version "null" (AWS: Using S3
 * Versioning). @throws S3Error
 */
export function versionOf(request: Pick<S3Request, "query">): string | null | undefined {
  return namedVersion(parameter(request, "versionId"));
}

/** @throws S3Error for an id that no version has */
export function namedVersion(versionId: string | undefined): string | null | undefined {
  if (versionId === undefined) return undefined;
  if (versionId === "") throw new S3Error("InvalidArgument", "A version id must not be empty.");
  if (!VERSION_ID.test(versionId)) throw new S3Error("InvalidArgument", "The version id is not one of this store.");
  return versionId === "null" ? null : versionId;
}

/** The header with the version of an object. A bucket that never had versioning has none. */
export function versionHeader(
  { versioning }: Pick<StoreBucket, "versioning">,
  versionId: string | null,
): Record<string, string> {
  return versioning === null ? {} : { "x-amz-version-id": versionId ?? "null" };
}

/** The header with the version that was written. The version "null" is not named (AWS: PutObject). */
export function writtenHeader(versionId: string | null): Record<string, string> {
  return versionId === null ? {} : { "x-amz-version-id": versionId };
}

/** Reads the object or the version that a request names. @throws S3Error 404, or 405 for a delete marker */
export async function namedObject(
  { store, bucket, key, visitor }: Pick<ObjectCall, "store" | "bucket" | "key" | "visitor">,
  versionId: string | null | undefined,
): Promise<ObjectRecord> {
  if (versionId === undefined) {
    const { present } = visitor;
    const object = present?.key === key ? present.found : await readObject(store.sql, bucket, key);
    if (object !== undefined) return object;
    const marker = bucket.versioning === null ? undefined : await readLatestMarker(store.sql, bucket, key);
    throw noSuchKey(marker && { "x-amz-delete-marker": "true", ...versionHeader(bucket, marker.versionId) });
  }
  const found = await readVersion(store.sql, bucket, key, versionId);
  if (found === undefined) throw noSuchVersion();
  if (!("marker" in found)) return found;
  throw new S3Error("MethodNotAllowed", "The version is a delete marker; it can only be deleted.", {
    allow: "DELETE",
    "x-amz-delete-marker": "true",
    "last-modified": found.marker.modifiedAt.toUTCString(),
    ...versionHeader(bucket, versionId),
  });
}

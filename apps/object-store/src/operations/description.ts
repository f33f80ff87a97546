import { momentFault } from "@fulmar/contract";
import {
  DEFAULT_TYPE,
  type ObjectDescription,
  type ObjectRecord,
  type Retention,
  type WriteCondition,
} from "@fulmar/core/embedded-store";
import type { StoreBucket } from "@fulmar/core/object-store";
import { momentIn } from "../protocol/dates.ts";
import { notImplemented, S3Error } from "../protocol/s3-error.ts";
import { header, type S3Request } from "../protocol/s3-request.ts";
import { REDIRECT_LOCATION, redirectLocationIn } from "../website/redirects.ts";
import type { ServiceCall } from "./call.ts";

const KEPT_HEADERS = [
  "cache-control",
  "content-disposition",
  "content-encoding",
  "content-language",
  "expires",
] as const;
const META = "x-amz-meta-";
const MOST_METADATA_BYTES = 2048;

/** Headers for features that are not supported. They are refused, so that clients do not rely on them. */
const UNSUPPORTED = [["x-amz-write-offset-bytes", "appending to objects"]] as const;
/** ACLs that match the actual rights, since the bucket's owner owns its objects (AWS: Object Ownership). */
const OWNERS_ACLS: ReadonlySet<string> = new Set(["private", "bucket-owner-full-control", "bucket-owner-read"]);
/** There is one storage class. Objects that are written with another of these have it too. */
const STORAGE_CLASSES: ReadonlySet<string> = new Set([
  ...["STANDARD", "REDUCED_REDUNDANCY", "STANDARD_IA", "ONEZONE_IA", "INTELLIGENT_TIERING", "GLACIER_IR"],
  ...["EXPRESS_ONEZONE", "OUTPOSTS", "SNOW"],
]);

/** The metadata of a new object in a request. @throws S3Error */
export function descriptionOf(request: S3Request): ObjectDescription {
  refuseUnsupported(request);
  const headers: Record<string, string> = {};
  for (const name of KEPT_HEADERS) {
    const value = name === "content-encoding" ? withoutChunks(header(request, name)) : header(request, name);
    if (value !== undefined && value !== "") headers[name] = value;
  }
  const location = redirectLocationIn(request);
  if (location !== undefined) headers[REDIRECT_LOCATION] = location;
  const metadata: Record<string, string> = {};
  for (const name of Object.keys(request.headers)) {
    if (name.startsWith(META)) metadata[name.slice(META.length)] = header(request, name) ?? "";
  }
  const size = Object.entries(metadata).reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (size > MOST_METADATA_BYTES)
    throw new S3Error("MetadataTooLarge", "The metadata of an object must have at most 2 KiB.");
  return { contentType: header(request, "content-type") || DEFAULT_TYPE, headers, metadata };
}

/** The retention in a request; null without one. @throws S3Error */
export function retentionOf(request: S3Request, bucket: StoreBucket): Retention | null {
  const mode = header(request, "x-amz-object-lock-mode");
  const until = header(request, "x-amz-object-lock-retain-until-date");
  return mode === undefined && until === undefined ? null : checkedRetention(bucket, mode, until);
}

/** @throws S3Error */
export function legalHoldOf(request: S3Request, bucket: StoreBucket): boolean {
  const hold = header(request, "x-amz-object-lock-legal-hold");
  if (hold === undefined) return false;
  return checkedLegalHold(bucket, hold);
}

/** @throws S3Error */
export function checkedLegalHold(bucket: StoreBucket, hold: string | undefined): boolean {
  if (!bucket.lockEnabled)
    throw new S3Error("InvalidRequest", "The bucket was created without object lock; its objects have no legal hold.");
  if (hold !== "ON" && hold !== "OFF") throw new S3Error("MalformedXML", "A legal hold must be ON or OFF.");
  return hold === "ON";
}

/**
 * @param until ISO 8601 @returns null where neither is given @throws S3Error where the retention is not valid for an
 * object of the bucket
 */
export function checkedRetention(
  bucket: StoreBucket,
  mode: string | undefined,
  until: string | undefined,
): Retention | null {
  if (!bucket.lockEnabled)
    throw new S3Error("InvalidRequest", "The bucket was created without object lock; its objects have no retention.");
  if (mode === undefined && until === undefined) return null;
  const at = momentIn(until ?? "");
  if (until !== undefined && at === undefined)
    throw new S3Error("InvalidArgument", `The date of a retention ${momentFault(until)}.`);
  if ((mode !== "GOVERNANCE" && mode !== "COMPLIANCE") || at === undefined) {
    throw new S3Error(
      "InvalidArgument",
      "A retention must have a mode, GOVERNANCE or COMPLIANCE, and the date until which it lasts, such as " +
        "2030-01-31T00:00:00Z.",
    );
  }
  if (at.getTime() <= Date.now())
    throw new S3Error("InvalidArgument", "The date of a retention must be in the future.");
  return { mode, until: at };
}

/** Whether the request bypasses GOVERNANCE retention. Only keys made for that may. */
export function bypassesGovernance({ request, visitor }: Pick<ServiceCall, "request" | "visitor">): boolean {
  return header(request, "x-amz-bypass-governance-retention")?.toLowerCase() === "true" && visitor.mayBypassGovernance;
}

/** The precondition of a write; null without one. A held key replaces nothing. @throws S3Error */
export function conditionOf({ request, visitor }: Pick<ServiceCall, "request" | "visitor">): WriteCondition | null {
  const match = etagIn(request, "if-match");
  const noneMatch = etagIn(request, "if-none-match");
  if (match !== undefined && noneMatch !== undefined)
    throw new S3Error("InvalidRequest", "A write can have If-Match or If-None-Match, not both.");
  if (visitor.hold !== null) return "absent";
  if (match !== undefined) return { etag: match };
  if (noneMatch === undefined) return null;
  return noneMatch === "*" ? "absent" : { otherThan: noneMatch };
}

function etagIn(request: S3Request, name: "if-match" | "if-none-match"): string | undefined {
  const etag = header(request, name)?.trim();
  if (etag !== undefined && !/^(\*|"?[^",*]+"?)$/.test(etag))
    throw new S3Error("InvalidArgument", `${name} of a write must name one ETag, or * for any.`);
  return etag?.replaceAll('"', "");
}

/** The headers about an object in answers to GET and HEAD. */
export function describe(object: ObjectRecord): Record<string, string> {
  const { retention, legalHold, tags } = object;
  const tagCount = Object.keys(tags).length;
  return {
    ...object.headers,
    ...Object.fromEntries(Object.entries(object.metadata).map(([name, value]) => [META + name, value])),
    "content-type": object.contentType,
    etag: `"${object.etag}"`,
    "last-modified": object.modifiedAt.toUTCString(),
    "accept-ranges": "bytes",
    ...(retention !== null && {
      "x-amz-object-lock-mode": retention.mode,
      "x-amz-object-lock-retain-until-date": retention.until.toISOString(),
    }),
    ...(legalHold && { "x-amz-object-lock-legal-hold": "ON" }),
    ...(tagCount > 0 && { "x-amz-tagging-count": String(tagCount) }),
  };
}

function refuseUnsupported(request: S3Request): void {
  const names = Object.keys(request.headers);
  const asked = UNSUPPORTED.find(([prefix]) => names.some((name) => name.startsWith(prefix)));
  if (asked !== undefined) throw notImplemented(asked[1]);
  refuseAcl(request);
  const storageClass = header(request, "x-amz-storage-class");
  if (storageClass !== undefined && !STORAGE_CLASSES.has(storageClass))
    throw new S3Error("InvalidStorageClass", "There is one storage class; leave the header out, or use STANDARD.");
}

/** Access lists are off, as in a new bucket of AWS. @throws S3Error for one that would give others rights */
export function refuseAcl(request: S3Request): void {
  const acl = header(request, "x-amz-acl");
  const grants = Object.keys(request.headers).some((name) => name.startsWith("x-amz-grant-"));
  if (grants || (acl !== undefined && !OWNERS_ACLS.has(acl))) throw aclNotSupported();
}

export function aclNotSupported(): S3Error {
  return new S3Error(
    "AccessControlListNotSupported",
    "The bucket has no access lists; allow public reads by its policy, make it public, or give out presigned URLs.",
  );
}

/** Chunking describes the transfer of a body, not the object, so it is not stored. */
function withoutChunks(encoding: string | undefined): string | undefined {
  return encoding
    ?.split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "aws-chunked")
    .join(", ");
}

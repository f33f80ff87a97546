import type { Checksum, ObjectRecord } from "@fulmar/core/embedded-store";
import { checksumHeader } from "../body/checksum.ts";
import { httpDateIn } from "../protocol/dates.ts";
import { S3Error } from "../protocol/s3-error.ts";
import { header, parameter, type S3Request } from "../protocol/s3-request.ts";
import type { Answer, ObjectCall } from "./call.ts";
import { describe } from "./description.ts";
import { dataKeyOf, encryptionHeaders, requireNoAlgorithm } from "./encryption.ts";
import { namedObject, versionHeader, versionOf } from "./version.ts";

/** Response headers that a signed request may override. */
const OVERRIDES = [
  "cache-control",
  "content-disposition",
  "content-encoding",
  "content-language",
  "content-type",
  "expires",
] as const;
type Overrides = Partial<Record<(typeof OVERRIDES)[number], string>>;
/**
 * Types whose content a browser may execute. They are sandboxed, because their origin may serve other content too. Of
 * several types separated by commas, browsers use the last (Fetch: extract a MIME type), so the whole value is
 * searched.
 */
const ACTIVE = /(text\/(html|xml|xsl)|application\/xml|\+xml|multipart\/)/i;
const SAFETY = { "x-content-type-options": "nosniff" } as const;

/** Answers GET and HEAD; a HEAD omits the bytes. */
export async function getObject(call: ObjectCall): Promise<Answer> {
  const { request, bucket } = call;
  const object = await namedObject(call, versionOf(request));
  requireNoAlgorithm(call);
  const dataKey = await dataKeyOf(call, object);
  if (isUnchanged(request, object))
    return { status: 304, headers: { etag: `"${object.etag}"`, "last-modified": object.modifiedAt.toUTCString() } };
  const part = partOf(request, object);
  const range = part === null ? rangeOf(rangeAskedOf(request, object), object.size) : part.range;
  const overrides = overridesOf(request);
  const active = ACTIVE.test(overrides["content-type"] ?? object.contentType);
  const asksForSum = header(request, "x-amz-checksum-mode")?.toUpperCase() === "ENABLED";
  const checksum = asksForSum ? checksumOf(object, part?.number, range !== null) : null;
  const { start, length } = range ?? { start: 0, length: object.size };
  return {
    status: range === null ? 200 : 206,
    headers: {
      ...describe(object),
      ...versionHeader(bucket, object.versionId),
      ...encryptionHeaders(call, object.encryption),
      ...overrides,
      ...SAFETY,
      ...(active && { "content-security-policy": "sandbox" }),
      ...(checksum !== null && checksumHeader(checksum)),
      ...(part?.count != null && { "x-amz-mp-parts-count": String(part.count) }),
      ...(range !== null && { "content-range": `bytes ${start}-${start + length - 1}/${object.size}` }),
      "content-length": String(length),
    },
    bytes: { parts: object.parts, start, length, dataKey, bucket },
  };
}

/** The checksum of the object, or of the part that is asked for; null for other ranges. */
function checksumOf(object: ObjectRecord, partNumber: number | undefined, isRange: boolean): Checksum | null {
  const { checksum, partChecksums } = object;
  if (checksum === null || !isRange) return checksum;
  const value = partNumber === undefined ? undefined : partChecksums?.[partNumber - 1];
  return value === undefined ? null : { ...checksum, value };
}

function overridesOf(request: S3Request): Overrides {
  const overrides: Overrides = {};
  for (const name of OVERRIDES) {
    const value = parameter(request, `response-${name}`);
    if (value === undefined) continue;
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
      throw new S3Error("InvalidArgument", `response-${name} must be one line of text.`);
    overrides[name] = value;
  }
  return overrides;
}

/** @returns whether the client has it already (304) @throws S3Error 412 when a precondition fails */
function isUnchanged(request: S3Request, { etag, modifiedAt }: ObjectRecord): boolean {
  const match = header(request, "if-match");
  const noneMatch = header(request, "if-none-match");
  const modified = secondOf(modifiedAt);
  const unmodifiedSince = httpDateIn(header(request, "if-unmodified-since"));
  const modifiedSince = httpDateIn(header(request, "if-modified-since"));
  const failed = match === undefined ? modified > unmodifiedSince : !names(match, etag);
  if (failed) throw new S3Error("PreconditionFailed", "The object does not meet the conditions of the request.");
  return noneMatch === undefined ? modified <= modifiedSince : names(noneMatch, etag);
}

/** HTTP dates have whole seconds. */
function secondOf(at: Date): number {
  return Math.floor(at.getTime() / 1000) * 1000;
}

/** The range that is asked for, unless the client has the beginning of another object (RFC 9110, section 13.1.5). */
function rangeAskedOf(request: S3Request, { etag, modifiedAt }: ObjectRecord): string | undefined {
  const condition = header(request, "if-range")?.trim();
  const isSame = condition === undefined || condition === `"${etag}"` || httpDateIn(condition) === secondOf(modifiedAt);
  return isSame ? header(request, "range") : undefined;
}

function names(condition: string, etag: string): boolean {
  return condition.split(",").some((one) => {
    const named = one.trim().replace(/^W\//, "");
    return named === "*" || named.replaceAll('"', "") === etag;
  });
}

/**
 * The part requested by number, with the number of parts; null where none is requested. An object that was not uploaded
 * in parts is a single part without a count. An empty object has no range. @throws S3Error
 */
function partOf(
  request: S3Request,
  { parts, size, uploadId }: ObjectRecord,
): { number: number; count: number | null; range: { start: number; length: number } | null } | null {
  const text = parameter(request, "partNumber");
  if (text === undefined) return null;
  if (header(request, "range") !== undefined)
    throw new S3Error("InvalidRequest", "A request can have a Range or a partNumber, not both.");
  const number = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > 10_000)
    throw new S3Error("InvalidArgument", "partNumber must be a number from 1 to 10000.");
  const part = parts[number - 1];
  if (part === undefined) throw new S3Error("InvalidPartNumber", "The object has no such part.");
  const start = parts.slice(0, number - 1).reduce((sum, each) => sum + each.size, 0);
  return {
    number,
    count: uploadId === null ? null : parts.length,
    range: size === 0 ? null : { start, length: part.size },
  };
}

/** The single requested range; null for the whole object, and also for several ranges. @throws S3Error 416 */
function rangeOf(range: string | undefined, size: number): { start: number; length: number } | null {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(range?.trim() ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return null;
  const start = first === "" ? Math.max(size - Number(last), 0) : Number(first);
  const end = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== "" && last !== "" && Number(last) < Number(first)) return null;
  if (start >= size || (first === "" && Number(last) === 0))
    throw new S3Error("InvalidRange", `The range is outside the ${size} bytes of the object.`);
  return { start, length: end - start + 1 };
}

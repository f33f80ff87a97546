import { type ObjectRecord, readObject } from "@fulmar/core/object-store";
import { checksumHeader } from "../body/checksum.ts";
import { noSuchKey, notImplemented, S3Error } from "../protocol/s3-error.ts";
import { header, parameter, type S3Request } from "../protocol/s3-request.ts";
import type { Answer, ReadCall } from "./call.ts";
import { describe } from "./description.ts";

/** What a signed request may have the answer say in place of the object's own. */
const OVERRIDES = ["cache-control", "content-disposition", "content-encoding", "content-language", "content-type", "expires"] as const;
type Overrides = Partial<Record<(typeof OVERRIDES)[number], string>>;
/**
 * Types that a browser runs, or whose parts it may run: they are shown without the rights of the address that they come from, which other
 * things may have too. Of several types with commas, browsers take the last (Fetch: extract a MIME type), so they are looked for everywhere.
 */
const ACTIVE = /(text\/(html|xml|xsl)|application\/xml|\+xml|multipart\/)/i;
const SAFETY = { "x-content-type-options": "nosniff" } as const;

/** Answers GET and HEAD alike; of a HEAD the bytes are not sent. */
export async function getObject({ store, request, bucket, key }: ReadCall): Promise<Answer> {
  if (parameter(request, "partNumber") !== undefined) throw notImplemented("reading of single parts; use Range");
  const object = await readObject(store.sql, bucket, key);
  if (object === undefined) throw noSuchKey();
  if (isUnchanged(request, object)) return { status: 304, headers: { etag: `"${object.etag}"`, "last-modified": object.modifiedAt.toUTCString() } };
  const range = rangeOf(header(request, "range"), object.size);
  const overrides = overridesOf(request);
  const active = ACTIVE.test(overrides["content-type"] ?? object.contentType);
  const withSum = object.checksum !== null && range === null && header(request, "x-amz-checksum-mode")?.toUpperCase() === "ENABLED";
  const { start, length } = range ?? { start: 0, length: object.size };
  return {
    status: range === null ? 200 : 206,
    headers: {
      ...describe(object),
      ...overrides,
      ...SAFETY,
      ...(active && { "content-security-policy": "sandbox" }),
      ...(withSum && object.checksum !== null && checksumHeader(object.checksum)),
      ...(range !== null && { "content-range": `bytes ${start}-${start + length - 1}/${object.size}` }),
      "content-length": String(length),
    },
    bytes: { parts: object.parts, start, length },
  };
}

function overridesOf(request: S3Request): Overrides {
  const overrides: Overrides = {};
  for (const name of OVERRIDES) {
    const value = parameter(request, `response-${name}`);
    if (value === undefined) continue;
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) throw new S3Error("InvalidArgument", `response-${name} must be one line of text.`);
    overrides[name] = value;
  }
  return overrides;
}

/** @returns whether the client has it already (304) @throws S3Error 412 where it is not what the client expects */
function isUnchanged(request: S3Request, { etag, modifiedAt }: ObjectRecord): boolean {
  const match = header(request, "if-match");
  const noneMatch = header(request, "if-none-match");
  // Dates of HTTP have whole seconds.
  const modified = Math.floor(modifiedAt.getTime() / 1000) * 1000;
  const unmodifiedSince = Date.parse(header(request, "if-unmodified-since") ?? "");
  const modifiedSince = Date.parse(header(request, "if-modified-since") ?? "");
  const failed = match === undefined ? modified > unmodifiedSince : !names(match, etag);
  if (failed) throw new S3Error("PreconditionFailed", "The object is not the one that the request expects.");
  return noneMatch === undefined ? modified <= modifiedSince : names(noneMatch, etag);
}

function names(condition: string, etag: string): boolean {
  return condition.split(",").some((one) => {
    const named = one.trim().replace(/^W\//, "");
    return named === "*" || named.replaceAll('"', "") === etag;
  });
}

/** The one range that is asked for; null where it is the whole, as also of several. @throws S3Error 416 */
function rangeOf(range: string | undefined, size: number): { start: number; length: number } | null {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range?.trim() ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return null;
  const start = first === "" ? Math.max(size - Number(last), 0) : Number(first);
  const end = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== "" && last !== "" && Number(last) < Number(first)) return null;
  if (start >= size || (first === "" && Number(last) === 0)) throw new S3Error("InvalidRange", `The object has ${size} bytes; the range is none of them.`);
  return { start, length: end - start + 1 };
}

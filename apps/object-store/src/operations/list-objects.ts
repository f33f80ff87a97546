import { behindFolder, behindKey, type ListedEntry, listObjects as readPage } from "@fulmar/core/embedded-store";
import { uriEncode } from "@fulmar/core/s3-signing";
import { noSuchBucket, S3Error } from "../protocol/s3-error.ts";
import { countParameter, parameter, type S3Request, textParameter } from "../protocol/s3-request.ts";
import { document, type XmlChildren } from "../protocol/xml.ts";
import type { Answer, BucketCall } from "./call.ts";
import { fromToken, toToken } from "./continuation-token.ts";
import { ownerOf } from "./owner.ts";

export const MOST_KEYS = 1000;

interface Page {
  readonly entries: readonly ListedEntry[];
  /** The last entry, if there are more after it. */
  readonly last: ListedEntry | undefined;
  /** The elements that both versions of the answer share. */
  readonly shared: XmlChildren;
  readonly encode: (text: string) => string;
}

/** Version 1: a page starts after a key, or after a common prefix. */
export async function listObjectsV1(call: BucketCall): Promise<Answer> {
  const marker = textParameter(call.request, "marker") ?? "";
  const behind = isRolledUp(call.request, marker) ? behindFolder(marker) : behindKey(marker);
  const { entries, last, shared, encode } = await pageOf(call, marker === "" ? undefined : behind);
  const content = {
    ...shared,
    Marker: encode(marker),
    NextMarker: last && encode(last.entry),
    ...listed(entries, encode, ownerOf(call.bucket)),
  };
  return { status: 200, xml: document("ListBucketResult", content) };
}

/** Whether a marker is a common prefix of the list. */
export function isRolledUp(request: S3Request, marker: string): boolean {
  const prefix = textParameter(request, "prefix") ?? "";
  const delimiter = delimiterOf(request);
  if (delimiter === undefined || !marker.startsWith(prefix)) return false;
  const rest = marker.slice(prefix.length);
  return rest.length >= delimiter.length && rest.indexOf(delimiter) === rest.length - delimiter.length;
}

/** Version 2: a page starts at its continuation token. */
export async function listObjectsV2(call: BucketCall): Promise<Answer> {
  const token = parameter(call.request, "continuation-token");
  const startAfter = textParameter(call.request, "start-after");
  const from = token ? fromToken(token) : startAfter && behindKey(startAfter);
  const { entries, last, shared, encode } = await pageOf(call, from === "" ? undefined : from);
  const content = {
    ...shared,
    KeyCount: entries.length,
    StartAfter: startAfter === undefined ? undefined : encode(startAfter),
    ContinuationToken: token,
    NextContinuationToken: last && toToken(last.next_from),
    ...listed(entries, encode, parameter(call.request, "fetch-owner") === "true" ? ownerOf(call.bucket) : undefined),
  };
  return { status: 200, xml: document("ListBucketResult", content) };
}

async function pageOf({ store, request, bucket }: BucketCall, from: string | undefined): Promise<Page> {
  const prefix = textParameter(request, "prefix") ?? "";
  const delimiter = delimiterOf(request);
  const most = countParameter(request, "max-keys", MOST_KEYS);
  const encoding = encodingOf(request);
  const encode = encoderOf(encoding);
  const query = { prefix, delimiter, from, limit: most + 1 };
  const found = most === 0 ? [] : await readPage(store.sql, bucket.workspaceId, bucket.name, query);
  if (found === undefined) throw noSuchBucket();
  const entries = found.slice(0, most);
  const last = found.length > most ? entries.at(-1) : undefined;
  const shared = {
    Name: bucket.name,
    Prefix: encode(prefix),
    Delimiter: delimiter === undefined ? undefined : encode(delimiter),
    MaxKeys: most,
    EncodingType: encoding,
    IsTruncated: last !== undefined,
  };
  return { entries, last, shared, encode };
}

/** @param encoding `url`, or undefined for plain text */
export function encoderOf(encoding: string | undefined): (text: string) => string {
  return encoding === undefined ? (text) => text : (text) => text.split("/").map(uriEncode).join("/");
}

function listed(
  entries: readonly ListedEntry[],
  encode: (text: string) => string,
  owner: XmlChildren | undefined,
): XmlChildren {
  const prefixes = entries.filter((entry) => entry.is_prefix);
  const objects = entries.filter((entry) => !entry.is_prefix);
  return {
    Contents: objects.map((object) => ({
      Key: encode(object.entry),
      LastModified: object.modified_at?.toISOString() ?? "",
      ETag: `"${object.etag ?? ""}"`,
      Size: String(object.size ?? 0),
      StorageClass: "STANDARD",
      Owner: owner,
    })),
    CommonPrefixes: prefixes.map(({ entry }) => ({ Prefix: encode(entry) })),
  };
}

export function encodingOf(request: S3Request): string | undefined {
  const encoding = parameter(request, "encoding-type");
  if (encoding !== undefined && encoding !== "url") throw new S3Error("InvalidArgument", "encoding-type must be url.");
  return encoding;
}

export function delimiterOf(request: S3Request): string | undefined {
  const delimiter = textParameter(request, "delimiter");
  return delimiter === "" ? undefined : delimiter;
}

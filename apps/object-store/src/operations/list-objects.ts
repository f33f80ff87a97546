import {
  behindFolder,
  behindKey,
  type ListedEntry,
  listObjects as readPage,
  uriEncode,
} from "@fulmar/core/object-store";
import { noSuchBucket, notImplemented, S3Error } from "../protocol/s3-error.ts";
import { countParameter, parameter, type S3Request, textParameter } from "../protocol/s3-request.ts";
import { document, type XmlChildren } from "../protocol/xml.ts";
import type { Answer, BucketCall } from "./call.ts";
import { fromToken, toToken } from "./continuation-token.ts";
import { ownerOf } from "./owner.ts";

const MOST_KEYS = 1000;

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
  const prefix = textParameter(call.request, "prefix") ?? "";
  const rolledUp =
    delimiterOf(call.request) !== undefined &&
    marker.startsWith(prefix) &&
    marker.slice(prefix.length).indexOf("/") === marker.length - prefix.length - 1;
  const behind = rolledUp && marker.length > prefix.length ? behindFolder(marker) : behindKey(marker);
  const { entries, last, shared, encode } = await pageOf(call, marker === "" ? undefined : behind);
  const content = {
    ...shared,
    Marker: encode(marker),
    NextMarker: last && encode(last.entry),
    ...listed(entries, encode, undefined),
  };
  return { status: 200, xml: document("ListBucketResult", content) };
}

/** Version 2: a page starts at its continuation token. */
export async function listObjectsV2(call: BucketCall): Promise<Answer> {
  const token = parameter(call.request, "continuation-token");
  const startAfter = textParameter(call.request, "start-after");
  const from = token === undefined ? startAfter && behindKey(startAfter) : fromToken(token);
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
  const encode =
    encoding === undefined ? (text: string) => text : (text: string) => text.split("/").map(uriEncode).join("/");
  const query = { prefix, folders: delimiter !== undefined, from, limit: most + 1 };
  const found = most === 0 ? [] : await readPage(store.sql, bucket.workspaceId, bucket.name, query);
  if (found === undefined) throw noSuchBucket();
  const entries = found.slice(0, most);
  const last = found.length > most ? entries.at(-1) : undefined;
  const shared = {
    Name: bucket.name,
    Prefix: encode(prefix),
    Delimiter: delimiter,
    MaxKeys: most,
    EncodingType: encoding,
    IsTruncated: last !== undefined,
  };
  return { entries, last, shared, encode };
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

function encodingOf(request: S3Request): string | undefined {
  const encoding = parameter(request, "encoding-type");
  if (encoding !== undefined && encoding !== "url") throw new S3Error("InvalidArgument", "encoding-type must be url.");
  return encoding;
}

function delimiterOf(request: S3Request): string | undefined {
  const delimiter = parameter(request, "delimiter");
  if (delimiter === undefined || delimiter === "") return undefined;
  if (delimiter !== "/") throw notImplemented("delimiter but /");
  return delimiter;
}

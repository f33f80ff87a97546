import { behindFolder, behindKey, type ListedVersion, listVersions as readPage } from "@fulmar/core/embedded-store";
import { S3Error } from "../protocol/s3-error.ts";
import { countParameter, textParameter } from "../protocol/s3-request.ts";
import { document, MixedElements } from "../protocol/xml.ts";
import type { Answer, BucketCall } from "./call.ts";
import { delimiterOf, encoderOf, encodingOf, isRolledUp, MOST_KEYS } from "./list-objects.ts";
import { ownerOf } from "./owner.ts";
import { namedVersion } from "./version.ts";

type Entry = { readonly prefix: string } | { readonly version: ListedVersion };

interface Position {
  readonly from: string | undefined;
  readonly olderThan?: { readonly versionId: string | null };
}

/** A page of versions and delete markers, by key, the newest first. */
export async function listVersions(call: BucketCall): Promise<Answer> {
  const { request, bucket } = call;
  const prefix = textParameter(request, "prefix") ?? "";
  const delimiter = delimiterOf(request);
  const most = countParameter(request, "max-keys", MOST_KEYS);
  const encoding = encodingOf(request);
  const encode = encoderOf(encoding);
  const keyMarker = textParameter(request, "key-marker") ?? "";
  const versionMarker = textParameter(request, "version-id-marker");
  const found = most === 0 ? [] : await entriesOf(call, { prefix, delimiter, from: positionOf(call), limit: most + 1 });
  const entries = found.slice(0, most);
  const last = found.length > most ? entries.at(-1) : undefined;
  const versions = entries.flatMap((entry) => ("version" in entry ? [entry.version] : []));
  const content = {
    Name: bucket.name,
    Prefix: encode(prefix),
    KeyMarker: encode(keyMarker),
    VersionIdMarker: versionMarker ?? "",
    NextKeyMarker: last && encode("prefix" in last ? last.prefix : last.version.key),
    NextVersionIdMarker: last && "version" in last ? (last.version.version_id ?? "null") : undefined,
    MaxKeys: most,
    Delimiter: delimiter === undefined ? undefined : encode(delimiter),
    EncodingType: encoding,
    IsTruncated: last !== undefined,
    // In one order, as S3 lists them: a marker that is newer than a version comes before it.
    Versions: new MixedElements(
      versions.map((version) => {
        if (version.is_marker === true) return ["DeleteMarker", shared(version)];
        const object = { ETag: `"${version.etag ?? ""}"`, Size: String(version.size ?? 0), StorageClass: "STANDARD" };
        return ["Version", { ...shared(version), ...object }];
      }),
    ),
    CommonPrefixes: entries.flatMap((entry) => ("prefix" in entry ? [{ Prefix: encode(entry.prefix) }] : [])),
  };
  return { status: 200, xml: document("ListVersionsResult", content) };

  function shared({ key, version_id, isLatest, modified_at }: ListedVersion) {
    return {
      Key: encode(key ?? ""),
      VersionId: version_id ?? "null",
      IsLatest: isLatest,
      LastModified: modified_at?.toISOString() ?? "",
      Owner: ownerOf(bucket),
    };
  }
}

/** Where a page begins: behind a version of a key, behind all versions of a key, or behind a common prefix. */
function positionOf({ request }: BucketCall): Position {
  const key = textParameter(request, "key-marker") ?? "";
  const version = textParameter(request, "version-id-marker");
  if (key === "") {
    if (version !== undefined && version !== "")
      throw new S3Error("InvalidArgument", "A version-id-marker needs a key-marker.");
    return { from: undefined };
  }
  if (isRolledUp(request, key)) return { from: behindFolder(key) };
  const versionId = version === "" ? undefined : namedVersion(version);
  return versionId === undefined ? { from: behindKey(key) } : { from: key, olderThan: { versionId } };
}

/** Reads pages, and skips from one common prefix to the next. */
async function entriesOf(
  { store, bucket }: BucketCall,
  query: { prefix: string; delimiter: string | undefined; from: Position; limit: number },
): Promise<Entry[]> {
  const { prefix, delimiter, limit } = query;
  const entries: Entry[] = [];
  for (let position = query.from; ; ) {
    const wanted = limit - entries.length;
    const page = await readPage(store.sql, bucket, { prefix, ...position, limit: wanted });
    for (const version of page) {
      const folder = folderOf(version.key ?? "", prefix, delimiter);
      const previous = entries.at(-1);
      if (folder === undefined) entries.push({ version });
      else if (previous === undefined || !("prefix" in previous) || previous.prefix !== folder)
        entries.push({ prefix: folder });
    }
    const last = page.at(-1);
    if (last === undefined || page.length < wanted || entries.length >= limit) return entries;
    const folder = folderOf(last.key ?? "", prefix, delimiter);
    position =
      folder === undefined
        ? { from: last.key ?? "", olderThan: { versionId: last.version_id } }
        : { from: behindFolder(folder) };
  }
}

/** The common prefix of a key; undefined for a key that is listed itself. */
function folderOf(key: string, prefix: string, delimiter: string | undefined): string | undefined {
  if (delimiter === undefined) return undefined;
  const at = key.indexOf(delimiter, prefix.length);
  return at === -1 ? undefined : key.slice(0, at + delimiter.length);
}

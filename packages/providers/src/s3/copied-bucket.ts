import { createHash } from "node:crypto";
import { PassThrough, type Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type { StorageKey, StoredVersion } from "../ports/object-storage-port.ts";
import { ProviderError } from "../ports/provider-error.ts";
import { encode, etagOfParts, objectPath, unquoted, versionIn } from "../rgw/rgw-objects.ts";
import { isRefusal, RgwClient, RgwRefusal, type StreamedAnswer } from "../rgw/signed-request.ts";
import { elementsOf, requiredText, textOf } from "../rgw/xml-answer.ts";
import { type BucketDocument, putDocument, readDocument } from "./bucket-documents.ts";

/** The settings of a bucket that are copied as S3's documents. */
export const COPIED_SETTINGS = ["cors", "lifecycle", "tagging"] as const satisfies readonly BucketDocument[];
export type CopiedSetting = (typeof COPIED_SETTINGS)[number];

/** Headers of an object that its copy has, too. Besides them, all of user metadata. */
const COPIED_HEADERS = [
  ...["content-type", "cache-control", "content-disposition", "content-encoding", "content-language", "expires"],
  ...["x-amz-website-redirect-location", "x-amz-server-side-encryption"],
];
const METADATA = "x-amz-meta-";

/** Bytes that are kept in memory. What is larger is passed on as it comes. */
const BUFFERED = 8 * 1024 * 1024;
const MIB = 1024 * 1024;
/** Sizes of parts that clients use, in MiB, to find that of an object whose server does not tell it. */
const USUAL_PARTS = [5, 8, 10, 15, 16, 20, 25, 32, 50, 64, 100, 128, 256, 512];
const SMALLEST_PART = 5 * MIB;

/** A page of a bucket's versions, by key, the newest first. */
export interface VersionPage {
  readonly versions: readonly StoredVersion[];
  /** Where the next page begins. Undefined for the last page. */
  readonly next: VersionPosition | undefined;
}
export interface VersionPosition {
  readonly key: string;
  /** Without it, the page begins after all versions of the key. */
  readonly versionId?: string;
}

/** A version at the target. */
export interface CopiedVersion {
  readonly versionId: string;
  readonly etag: string;
  readonly size: number;
}

/** Where a bucket is, and the credential by which all of it is read and written. */
export interface BucketPlace {
  readonly endpoint: string;
  readonly key: StorageKey;
  readonly name: string;
}

/**
 * A bucket that is copied over S3, or is such a copy, on a server of any kind. Every call may throw ProviderError, and
 * ends early by throwing when the signal is aborted.
 */
export class CopiedBucket {
  readonly #client: RgwClient;
  readonly #name: string;

  constructor({ endpoint, key, name }: BucketPlace) {
    this.#client = new RgwClient(endpoint, key);
    this.#name = name;
  }

  async list(after: VersionPosition | undefined, signal: AbortSignal): Promise<VersionPage> {
    const marker = {
      ...(after !== undefined && { "key-marker": after.key }),
      ...(after?.versionId !== undefined && { "version-id-marker": after.versionId }),
    };
    const query = { versions: "", "max-keys": "1000", "encoding-type": "url", ...marker };
    const { text } = await this.#client.send({ method: "GET", path: `/${this.#name}`, query }, signal);
    const versions = elementsOf(text, "(?:Version|DeleteMarker)").map(versionIn);
    const last = versions.at(-1);
    const more = textOf(text, "IsTruncated") === "true" && last !== undefined;
    return { versions, next: more ? { key: last.key, versionId: last.versionId } : undefined };
  }

  /** The document of a setting. Undefined if there is none. */
  setting(setting: CopiedSetting, signal: AbortSignal): Promise<string | undefined> {
    return readDocument(this.#client, this.#name, setting, signal);
  }

  putSetting(setting: CopiedSetting, document: string | undefined, signal: AbortSignal): Promise<void> {
    return putDocument(this.#client, this.#name, setting, document, signal);
  }

  /** Deletes a version, which may be gone already, also if GOVERNANCE retains it. @throws ProviderError `object_retained` */
  async remove(key: string, versionId: string, signal: AbortSignal): Promise<void> {
    const headers = { "x-amz-bypass-governance-retention": "true" };
    try {
      await this.#client.send({ method: "DELETE", path: this.#pathOf(key), query: { versionId }, headers }, signal);
    } catch (error) {
      if (isRefusal(error, "NoSuchKey", "NoSuchVersion")) return;
      if (!isRefusal(error, "AccessDenied")) throw error;
      throw new ProviderError("object_retained", `The object ${key} is under retention or legal hold.`, {
        retryable: true,
        cause: error,
      });
    }
  }

  /**
   * Copies a version of another bucket as the newest of its key. Its bytes are compared with their checksum as they are
   * read, and the target compares them as it stores them.
   * @returns undefined if the version was deleted or replaced since it was listed
   * @throws ProviderError `copy_differs` if the bytes are not those of the ETag
   */
  async copyFrom(
    source: CopiedBucket,
    version: StoredVersion,
    signal: AbortSignal,
  ): Promise<CopiedVersion | undefined> {
    const { key, versionId, size, etag } = version;
    if (version.isDeleteMarker) return this.#mark(key, signal);
    const parts = Number(/-(\d+)$/.exec(etag)?.[1] ?? 0);
    try {
      if (parts > 0 && size > 0) return await this.#putParts(source, version, parts, signal);
      const answer = await source.#read(version, {}, signal);
      return await this.#put(key, answer, await source.#attributes(key, versionId, answer, signal), version, signal);
    } catch (error) {
      if (isRefusal(error, "NoSuchKey", "NoSuchVersion", "PreconditionFailed")) return undefined;
      throw error;
    }
  }

  async #mark(key: string, signal: AbortSignal): Promise<CopiedVersion> {
    const { headers } = await this.#client.send({ method: "DELETE", path: this.#pathOf(key) }, signal);
    return { versionId: headers.get("x-amz-version-id") ?? "null", etag: "", size: 0 };
  }

  /** The headers that a copy of an object is written with. */
  async #attributes(
    key: string,
    versionId: string,
    { headers }: Pick<StreamedAnswer, "headers">,
    signal: AbortSignal,
  ): Promise<Record<string, string>> {
    const copied = Object.entries(headers).flatMap(([name, value]) =>
      value !== undefined && (COPIED_HEADERS.includes(name) || name.startsWith(METADATA)) ? [[name, value]] : [],
    );
    const until = headers["x-amz-object-lock-retain-until-date"];
    const mode = headers["x-amz-object-lock-mode"] ?? "GOVERNANCE";
    const isRetained = until !== undefined && new Date(until) > new Date();
    const hold = headers["x-amz-object-lock-legal-hold"];
    return {
      ...Object.fromEntries(copied),
      ...(isRetained && { "x-amz-object-lock-mode": mode, "x-amz-object-lock-retain-until-date": until }),
      ...(hold === "ON" && { "x-amz-object-lock-legal-hold": hold }),
      ...(Number(headers["x-amz-tagging-count"] ?? 0) > 0 && {
        "x-amz-tagging": await this.#tags(key, versionId, signal),
      }),
    };
  }

  async #tags(key: string, versionId: string, signal: AbortSignal): Promise<string> {
    const query = { tagging: "", versionId };
    const { text } = await this.#client.send({ method: "GET", path: this.#pathOf(key), query }, signal);
    const tags = elementsOf(text, "Tag").map((tag) => [requiredText(tag, "Key"), requiredText(tag, "Value")]);
    return tags.map((pair) => pair.map((one) => encode(one)).join("=")).join("&");
  }

  async #put(
    key: string,
    { body }: StreamedAnswer,
    headers: Readonly<Record<string, string>>,
    { size, etag }: StoredVersion,
    signal: AbortSignal,
  ): Promise<CopiedVersion> {
    const sent = await this.#send({ method: "PUT", path: this.#pathOf(key), headers }, { body, size }, signal);
    // Other ETags are not checksums of the bytes, such as that of an object that its client encrypted.
    const isWrong = sent.etag !== sent.md5 || (/^[0-9a-f]{32}$/.test(etag) && etag !== sent.md5);
    if (isWrong) {
      await this.remove(key, sent.versionId, signal);
      throw differs(key);
    }
    return { versionId: sent.versionId, etag: sent.etag, size };
  }

  async #putParts(
    source: CopiedBucket,
    { key, versionId, size, etag }: StoredVersion,
    parts: number,
    signal: AbortSignal,
  ): Promise<CopiedVersion> {
    const first = await source.#head(key, { versionId, partNumber: "1" }, signal);
    const told = Number(first["content-length"] ?? 0);
    const isTold = Number(first["x-amz-mp-parts-count"] ?? 0) === parts && told > 0;
    const partSize = parts === 1 ? size : isTold ? told : likelyPartSize(size, parts);
    const headers = await source.#attributes(
      key,
      versionId,
      { headers: await source.#head(key, { versionId }, signal) },
      signal,
    );
    const begun = await this.#client.send(
      { method: "POST", path: this.#pathOf(key), query: { uploads: "" }, headers },
      signal,
    );
    const uploadId = requiredText(begun.text, "UploadId");
    try {
      const sums: { partNumber: number; etag: string }[] = [];
      for (let from = 0; from < size; from += partSize) {
        const length = Math.min(partSize, size - from);
        const range = { range: `bytes=${from}-${from + length - 1}` };
        const { body } = await source.#read({ key, versionId, etag }, range, signal);
        const partNumber = sums.length + 1;
        const query = { partNumber: String(partNumber), uploadId };
        const sent = await this.#send(
          { method: "PUT", path: this.#pathOf(key), query },
          { body, size: length },
          signal,
        );
        if (sent.etag !== sent.md5) throw differs(key);
        sums.push({ partNumber, etag: sent.md5 });
      }
      const whole = etagOfParts(sums);
      // With the parts of the original, its ETag says whether these are its bytes.
      if (isTold && whole !== etag && /^[0-9a-f]{32}-\d+$/.test(etag)) throw differs(key);
      return { versionId: await this.#complete(key, uploadId, sums, signal), etag: whole, size };
    } catch (error) {
      await this.#abort(key, uploadId, signal);
      throw error;
    }
  }

  async #complete(
    key: string,
    uploadId: string,
    parts: readonly { readonly partNumber: number; readonly etag: string }[],
    signal: AbortSignal,
  ): Promise<string> {
    const listed = parts.map(
      ({ partNumber, etag }) => `<Part><PartNumber>${partNumber}</PartNumber><ETag>"${etag}"</ETag></Part>`,
    );
    const body = `<CompleteMultipartUpload>${listed.join("")}</CompleteMultipartUpload>`;
    const answer = await this.#client.send(
      { method: "POST", path: this.#pathOf(key), query: { uploadId }, body },
      signal,
    );
    if (textOf(answer.text, "Code") !== undefined) throw differs(key);
    // Ceph 16 does not name the version in this answer.
    const named = answer.headers.get("x-amz-version-id");
    if (named !== null) return named;
    return (await this.#head(key, {}, signal))["x-amz-version-id"] ?? "null";
  }

  async #abort(key: string, uploadId: string, signal: AbortSignal): Promise<void> {
    try {
      await this.#client.send({ method: "DELETE", path: this.#pathOf(key), query: { uploadId } }, signal);
    } catch (error) {
      if (!isRefusal(error, "NoSuchUpload", "NoSuchKey")) throw error;
    }
  }

  async #send(
    request: Omit<Parameters<RgwClient["stream"]>[0], "body">,
    { body, size }: { readonly body: Readable; readonly size: number },
    signal: AbortSignal,
  ): Promise<{ readonly md5: string; readonly etag: string; readonly versionId: string }> {
    if (size <= BUFFERED) {
      const bytes = await buffer(body);
      const md5 = createHash("md5").update(bytes);
      const headers = { ...request.headers, "content-md5": md5.copy().digest("base64") };
      const answer = await this.#client.stream({ ...request, headers }, { bytes, length: bytes.byteLength }, signal);
      return writtenBy(answer, md5.digest("hex"));
    }
    const md5 = createHash("md5");
    const passed = new PassThrough();
    const piping = pipeline(
      body,
      async function* (pieces: AsyncIterable<Uint8Array>) {
        for await (const piece of pieces) {
          md5.update(piece);
          yield piece;
        }
      },
      passed,
    );
    const [answer] = await Promise.all([this.#client.stream(request, { bytes: passed, length: size }, signal), piping]);
    return writtenBy(answer, md5.digest("hex"));
  }

  /** Without versions, the object may be another one than was listed, which its ETag tells. */
  #read(
    { key, versionId, etag }: Pick<StoredVersion, "key" | "versionId" | "etag">,
    range: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<StreamedAnswer> {
    const headers = { ...range, "if-match": `"${etag}"` };
    const request = { method: "GET", path: this.#pathOf(key), query: { versionId }, headers } as const;
    return this.#client.stream(request, undefined, signal);
  }

  async #head(
    key: string,
    query: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, string | undefined>>> {
    try {
      const { headers } = await this.#client.send({ method: "HEAD", path: this.#pathOf(key), query }, signal);
      return Object.fromEntries(headers);
    } catch (error) {
      // A HEAD has no code.
      if (isRefusal(error, "") && error.status === 404) throw new RgwRefusal(404, "NoSuchKey");
      throw error;
    }
  }

  #pathOf(key: string): string {
    return objectPath(this.#name, key);
  }
}

async function writtenBy({ headers, body }: StreamedAnswer, md5: string) {
  // A connection is used again when its answer was read.
  await buffer(body);
  return { md5, etag: unquoted(headers.etag ?? ""), versionId: headers["x-amz-version-id"] ?? "null" };
}

/** The smallest usual size of parts that makes as many parts of the bytes. */
function likelyPartSize(size: number, parts: number): number {
  const usual = USUAL_PARTS.map((mib) => mib * MIB).find((part) => Math.ceil(size / part) === parts);
  return usual ?? Math.max(SMALLEST_PART, Math.ceil(size / parts / MIB) * MIB);
}

function differs(key: string): ProviderError {
  return new ProviderError(
    "copy_differs",
    `The bytes of the object ${key} are not those of its checksum; check the disks of its region, or write or delete ` +
      "the object.",
    { retryable: true },
  );
}

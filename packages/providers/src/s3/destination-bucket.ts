import { createHash } from "node:crypto";
import { Agent, type buildConnector } from "undici";
import type { StorageKey } from "../ports/object-storage-port.ts";
import { ProviderError } from "../ports/provider-error.ts";
import { objectPath } from "../rgw/rgw-objects.ts";
import { RgwClient, RgwRefusal, type RgwRequest } from "../rgw/signed-request.ts";
import { decodedText, elementsOf, requiredText, textOf } from "../rgw/xml-answer.ts";

const CONNECT_MS = 10_000;
const MIB = 1024 * 1024;
/** Bytes of a part. One is in memory at a time. */
const SMALLEST_PART = 16 * MIB;
/** S3 takes 10,000 parts of an object. */
const MOST_PARTS = 9_000;
/** Bytes of a document of the server, such as a list of a thousand keys of 1,024 characters, each encoded. */
const MOST_ANSWER = 8 * MIB;

/** A bucket at any S3, and the credential by which it is read and written. */
export interface DestinationPlace {
  readonly endpoint: string;
  readonly region: string;
  readonly key: StorageKey;
  readonly name: string;
  /** Makes the connections, to public addresses alone unless the operator allows others. */
  readonly connect?: buildConnector.connector;
}

/**
 * A bucket of a server that is a stranger's. What it answers is limited in size, and its refusals become ProviderErrors
 * whose sentence is for the owner of the bucket. Every call ends early by throwing when the signal is aborted.
 */
export class DestinationBucket {
  readonly #client: RgwClient;
  readonly #agent: Agent;
  readonly #name: string;

  constructor({ endpoint, region, key, name, connect }: DestinationPlace) {
    this.#agent = new Agent({ connect: connect ?? { timeout: CONNECT_MS }, maxHeaderSize: 16_384 });
    this.#client = new RgwClient(endpoint, key, { region, dispatcher: this.#agent });
    this.#name = name;
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }

  /** Writes a small object at once. */
  async put(key: string, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    await this.#ask({ method: "PUT", path: this.#pathOf(key), headers: md5Of(bytes) }, bytes, signal);
  }

  /**
   * Writes an object of any size, a part of it in memory at a time. Unless all of it was written, the object is not
   * there.
   * @param likelyBytes how many bytes there will be; decides on the size of parts
   */
  async upload(
    key: string,
    content: AsyncIterable<Uint8Array>,
    likelyBytes: number,
    signal: AbortSignal,
  ): Promise<void> {
    const partBytes = Math.max(SMALLEST_PART, Math.ceil(likelyBytes / MOST_PARTS / MIB) * MIB);
    const path = this.#pathOf(key);
    let uploadId: string | undefined;
    const etags: string[] = [];
    try {
      for await (const { bytes, isLast } of partsOf(content, partBytes)) {
        if (isLast && uploadId === undefined) return await this.put(key, bytes, signal);
        uploadId ??= requiredText(
          await this.#ask({ method: "POST", path, query: { uploads: "" } }, null, signal),
          "UploadId",
        );
        const query = { partNumber: String(etags.length + 1), uploadId };
        etags.push(await this.#putPart({ method: "PUT", path, query, headers: md5Of(bytes) }, bytes, signal));
      }
      if (uploadId === undefined) throw new Error("a content has a last part");
      await this.#complete(path, uploadId, etags, signal);
    } catch (error) {
      if (uploadId !== undefined) await this.#abort(path, uploadId);
      throw error;
    }
  }

  /** The bytes of an object. @throws ProviderError `object_not_found` */
  async read(key: string, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
    const { body } = await this.#stream({ method: "GET", path: this.#pathOf(key) }, null, signal);
    return this.#unbroken(body, signal);
  }

  /**
   * A part of an object, which ends early where the object does.
   * @throws ProviderError `object_not_found`
   */
  async readPart(key: string, from: number, length: number, signal: AbortSignal): Promise<Buffer> {
    const range = { range: `bytes=${from}-${from + length - 1}` };
    const { headers, body } = await this.#stream(
      { method: "GET", path: this.#pathOf(key), headers: range },
      null,
      signal,
    );
    const pieces: Uint8Array[] = [];
    let bytes = 0;
    try {
      if (headers["content-range"]?.startsWith(`bytes ${from}-`) !== true)
        throw strange(new Error("the server answers no part of an object"));
      for await (const piece of this.#unbroken(body, signal)) {
        bytes += piece.byteLength;
        if (bytes > length) throw strange(new Error("the part is longer than was asked for"));
        pieces.push(piece);
      }
    } finally {
      body.destroy();
    }
    return Buffer.concat(pieces);
  }

  /** A page of keys after `after`, in the order of S3. Its end is a page that is empty. */
  async list(prefix: string, after: string, signal: AbortSignal): Promise<readonly string[]> {
    const marker = after === "" ? {} : { "start-after": after };
    const query = { "list-type": "2", "max-keys": "1000", "encoding-type": "url", prefix, ...marker };
    const text = await this.#ask({ method: "GET", path: `/${this.#name}`, query }, null, signal);
    try {
      return elementsOf(text, "Contents").map((entry) => decodedText(entry, "Key"));
    } catch (error) {
      throw strange(error);
    }
  }

  /** Deletes an object, which may be gone already. */
  async remove(key: string, signal: AbortSignal): Promise<void> {
    try {
      await this.#ask({ method: "DELETE", path: this.#pathOf(key) }, null, signal);
    } catch (error) {
      if (!(error instanceof ProviderError && error.code === "object_not_found")) throw error;
    }
  }

  async #putPart(request: Omit<RgwRequest, "body">, bytes: Uint8Array, signal: AbortSignal): Promise<string> {
    const { headers, body } = await this.#stream(request, bytes, signal);
    await textWithin(body);
    if (headers.etag === undefined) throw strange(new Error("the answer to a part has no ETag"));
    return headers.etag;
  }

  async #complete(path: string, uploadId: string, etags: readonly string[], signal: AbortSignal): Promise<void> {
    const listed = etags.map((etag, index) => {
      const text = etag.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
      return `<Part><PartNumber>${index + 1}</PartNumber><ETag>${text}</ETag></Part>`;
    });
    const body = Buffer.from(`<CompleteMultipartUpload>${listed.join("")}</CompleteMultipartUpload>`);
    const text = await this.#ask({ method: "POST", path, query: { uploadId } }, body, signal);
    // A server that has begun to answer says in the body that it could not.
    if (textOf(text, "Code") !== undefined) throw strange(new Error(`the upload was not completed: ${text}`));
  }

  /** The server keeps parts of an upload that was neither completed nor aborted, and charges for them. */
  async #abort(path: string, uploadId: string): Promise<void> {
    try {
      await this.#ask({ method: "DELETE", path, query: { uploadId } }, null, AbortSignal.timeout(CONNECT_MS));
    } catch (error) {
      // The failure that led here is the one to tell.
      if (!(error instanceof ProviderError)) throw error;
    }
  }

  async #ask(request: Omit<RgwRequest, "body">, bytes: Uint8Array | null, signal: AbortSignal): Promise<string> {
    const { body } = await this.#stream(request, bytes, signal);
    return this.#told(() => textWithin(body), signal);
  }

  #stream(request: Omit<RgwRequest, "body">, bytes: Uint8Array | null, signal: AbortSignal) {
    const sent = bytes === null ? undefined : { bytes, length: bytes.byteLength };
    return this.#told(() => this.#client.stream(request, sent, signal), signal);
  }

  async *#unbroken(body: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    try {
      yield* body;
    } catch (error) {
      signal.throwIfAborted();
      throw unreached(error);
    }
  }

  async #told<Value>(call: () => Promise<Value>, signal: AbortSignal): Promise<Value> {
    try {
      return await call();
    } catch (error) {
      signal.throwIfAborted();
      throw toldOf(error);
    }
  }

  #pathOf(key: string): string {
    return objectPath(this.#name, key);
  }
}

function toldOf(error: unknown): unknown {
  if (error instanceof RgwRefusal) return refusalOf(error);
  const cause = error instanceof ProviderError ? error.cause : error;
  if (cause instanceof Error && cause.name === "PrivateTarget")
    return new ProviderError(
      "destination_not_public",
      "The endpoint of the destination has an address that is not public; create a destination with another one.",
      { retryable: false, cause },
    );
  return error instanceof ProviderError && error.code !== "provider_unavailable" ? error : unreached(error);
}

/** The server's own code is shown where it is a word. */
function refusalOf({ status, reason }: RgwRefusal): ProviderError {
  const cause = new Error(`the destination answered ${status} ${reason}`);
  if (status === 404 && reason === "NoSuchKey")
    return new ProviderError("object_not_found", "An object of the copy is no longer in the bucket.", {
      ...{ retryable: false, cause },
    });
  const said = /^[A-Za-z]{1,60}$/.test(reason) ? `${status} ${reason}` : String(status);
  return new ProviderError(
    "destination_refused",
    `The server of the bucket answered ${said}; check the bucket and the rights of the access key.`,
    { retryable: true, cause },
  );
}

function unreached(cause: unknown): ProviderError {
  return new ProviderError("destination_unavailable", "The server of the bucket does not answer right now.", {
    ...{ retryable: true, cause },
  });
}

function strange(cause: unknown): ProviderError {
  return new ProviderError("destination_strange", "The server of the bucket does not answer as an S3 does.", {
    ...{ retryable: true, cause },
  });
}

async function textWithin(body: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.byteLength;
    if (bytes > MOST_ANSWER) throw strange(new Error("the answer is too long"));
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}

/** Pieces of exactly the size, but for the last. There is always a last one, which may be empty. */
async function* partsOf(content: AsyncIterable<Uint8Array>, size: number) {
  let pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of content) {
    for (let rest = piece; rest.byteLength > 0; ) {
      // A full part goes when more follows, so that the last one is known as such.
      if (bytes === size) {
        yield { bytes: Buffer.concat(pieces), isLast: false };
        pieces = [];
        bytes = 0;
      }
      const taken = rest.subarray(0, size - bytes);
      pieces.push(taken);
      bytes += taken.byteLength;
      rest = rest.subarray(taken.byteLength);
    }
  }
  yield { bytes: Buffer.concat(pieces), isLast: true };
}

function md5Of(bytes: Uint8Array): { readonly "content-md5": string } {
  return { "content-md5": createHash("md5").update(bytes).digest("base64") };
}

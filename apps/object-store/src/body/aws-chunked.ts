import { createHash } from "node:crypto";
import { hmac, scopeText, sha256 } from "@fulmar/core/s3-signing";
import { isSame } from "../protocol/is-same.ts";
import { S3Error } from "../protocol/s3-error.ts";
import type { ChunkKey } from "../protocol/verify-signature.ts";
import { ByteReader, malformedChunks } from "./byte-reader.ts";

const LONGEST_LINE = 4096;
const MOST_TRAILERS = 16;
const CHUNK = /^([0-9A-Fa-f]{1,12})(?:;chunk-signature=([0-9a-f]{64}))?$/;
const TRAILER_SIGNATURE = "x-amz-trailer-signature";

/**
 * Decodes a body in S3's own chunks (`aws-chunked`) and checks it chunk by chunk. Bytes are yielded before their
 * signature is checked, so they may be used only after the last one was yielded.
 * @param key of signed chunks; undefined where chunks are not signed
 * @param trailers receives the headers behind the body
 */
export async function* awsChunked(
  source: AsyncIterable<Uint8Array>,
  key: ChunkKey | undefined,
  trailers: Map<string, string>,
): AsyncGenerator<Buffer> {
  const reader = new ByteReader(source);
  const signer = key && new ChunkSigner(key);
  for (;;) {
    const [, size, signature] = CHUNK.exec(await reader.line(LONGEST_LINE)) ?? [];
    if (size === undefined) throw malformedChunks();
    const length = Number.parseInt(size, 16);
    const hash = signer && createHash("sha256");
    for await (const piece of reader.take(length)) {
      hash?.update(piece);
      yield piece;
    }
    if (hash !== undefined) signer?.check("PAYLOAD", `${sha256("")}\n${hash.digest("hex")}`, signature);
    if (length === 0) break;
    if ((await reader.line(0)) !== "") throw malformedChunks();
  }
  await readTrailers(reader, signer, trailers);
}

async function readTrailers(
  reader: ByteReader,
  signer: ChunkSigner | undefined,
  trailers: Map<string, string>,
): Promise<void> {
  for (let line = await reader.line(LONGEST_LINE); line !== ""; line = await reader.line(LONGEST_LINE)) {
    const colon = line.indexOf(":");
    if (colon === -1 || trailers.size >= MOST_TRAILERS) throw malformedChunks();
    trailers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  const signature = trailers.get(TRAILER_SIGNATURE);
  trailers.delete(TRAILER_SIGNATURE);
  if (signer === undefined || trailers.size === 0) return;
  const text = [...trailers].map(([name, value]) => `${name}:${value}\n`).join("");
  signer.check("TRAILER", sha256(text), signature);
}

/** Each signature includes the previous one, the first the request's. */
class ChunkSigner {
  readonly #key: ChunkKey;
  #previous: string;

  constructor(key: ChunkKey) {
    this.#key = key;
    this.#previous = key.seed;
  }

  check(kind: "PAYLOAD" | "TRAILER", content: string, signature = "") {
    const { at, scope } = this.#key.signed;
    const expected = hmac(
      this.#key.key,
      [`AWS4-HMAC-SHA256-${kind}`, at, scopeText(scope), this.#previous, content].join("\n"),
    ).toString("hex");
    if (!isSame(expected, signature))
      throw new S3Error("SignatureDoesNotMatch", "The signature of a part of the body does not match.");
    this.#previous = expected;
  }
}

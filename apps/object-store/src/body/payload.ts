import { createHash } from "node:crypto";
import type { Checksum } from "@fulmar/core/embedded-store";
import { UNSIGNED_PAYLOAD } from "@fulmar/core/s3-signing";
import { notImplemented, S3Error } from "../protocol/s3-error.ts";
import { header, type S3Request } from "../protocol/s3-request.ts";
import { type ChunkKey, payloadHashOf } from "../protocol/verify-signature.ts";
import { readXml, type XmlElement } from "../protocol/xml.ts";
import { awsChunked } from "./aws-chunked.ts";
import { checkedChecksum, type ExpectedChecksum, expectedChecksum } from "./checksum.ts";

const GIBIBYTE = 1024 ** 3;
/** S3's largest body of one request. */
const LARGEST_BODY = 5 * GIBIBYTE;
const SIGNED_CHUNKS = ["STREAMING-AWS4-HMAC-SHA256-PAYLOAD", "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER"];
const UNSIGNED_CHUNKS = "STREAMING-UNSIGNED-PAYLOAD-TRAILER";

/**
 * A body may take this long plus its size at the slowest rate. It stops clients that hold connections by sending a byte
 * now and then.
 */
const PATIENCE_MS = 60_000;
const SLOWEST_BYTES_PER_MS = 1;

/** The hashes and size of a body that was read completely. */
export interface Digested {
  /** The hash in hexadecimal. */
  readonly md5: string;
  readonly checksum: Checksum | null;
}

export interface Payload {
  /** How many bytes there are; undefined if that is not known before. */
  readonly length: number | undefined;
  /** The bytes. They may be used only if `digested` does not throw after the last of them. */
  readonly bytes: AsyncIterable<Uint8Array>;
  digested(): Digested;
}

/**
 * Decodes the body of a request and checks it against every length and hash that was sent with it.
 * @param key undefined for a request without Signature Version 4
 * @param chosenChecksum the algorithm of the multipart upload, which is computed where the client sends none
 * @throws S3Error before the body is read, when the request's headers are insufficient or contradictory
 */
export function payloadOf(request: S3Request, key: ChunkKey | undefined, chosenChecksum?: string): Payload {
  return payloadWith(request, key, expectedChecksum(request, chosenChecksum));
}

function payloadWith(request: S3Request, key: ChunkKey | undefined, checksum: ExpectedChecksum | undefined): Payload {
  const declared =
    key === undefined
      ? (header(request, "x-amz-content-sha256") ?? UNSIGNED_PAYLOAD)
      : payloadHashOf(request, key.signed);
  const signedChunks = SIGNED_CHUNKS.includes(declared);
  const chunked = signedChunks || declared === UNSIGNED_CHUNKS;
  if (declared.startsWith("STREAMING-") && (!chunked || (signedChunks && key === undefined)))
    throw notImplemented(`way of sending a body that is called ${declared}`);
  const length = lengthOf(request, chunked ? "x-amz-decoded-content-length" : "content-length");
  const contentMd5 = header(request, "content-md5");
  if (contentMd5 !== undefined && !/^[A-Za-z0-9+/]{22}==$/.test(contentMd5))
    throw new S3Error("InvalidDigest", "Content-MD5 must be an MD5 in Base64.");
  const trailers = new Map<string, string>();
  // Refusing a body midway must not close the connection, so that the client receives the refusal.
  const raw = request.message.iterator({ destroyOnReturn: false });
  const source: AsyncIterable<Uint8Array> = chunked ? awsChunked(raw, signedChunks ? key : undefined, trailers) : raw;
  const md5 = createHash("md5");
  const sha256 = declared === UNSIGNED_PAYLOAD || chunked ? undefined : createHash("sha256");

  async function* bytes(): AsyncGenerator<Uint8Array> {
    let read = 0;
    const begun = Date.now();
    request.askForBody();
    for await (const piece of source) {
      read += piece.length;
      if (read > (length ?? LARGEST_BODY)) throw length === undefined ? tooLarge() : incomplete();
      if (Date.now() - begun > PATIENCE_MS + read / SLOWEST_BYTES_PER_MS)
        throw new S3Error("RequestTimeout", "The body arrives too slowly; send it again.");
      md5.update(piece);
      sha256?.update(piece);
      checksum?.hasher.update(piece);
      yield piece;
    }
    if (length !== undefined && read !== length) throw incomplete();
  }

  return {
    length,
    bytes: bytes(),
    digested() {
      const digest = md5.digest();
      if (contentMd5 !== undefined && contentMd5 !== digest.toString("base64"))
        throw new S3Error("BadDigest", "The MD5 of the body differs from Content-MD5.");
      if (sha256 !== undefined && sha256.digest("hex") !== declared) {
        throw new S3Error("XAmzContentSHA256Mismatch", "The SHA-256 of the body differs from x-amz-content-sha256.");
      }
      return {
        md5: digest.toString("hex"),
        checksum: checksum === undefined ? null : checkedChecksum(checksum, trailers),
      };
    },
  };
}

/** The stated length of the body; undefined for one in HTTP's own chunks, whose end is marked. @throws S3Error */
function lengthOf(request: S3Request, name: string): number | undefined {
  const text = header(request, name);
  if (text === undefined && header(request, "transfer-encoding") !== undefined) return undefined;
  if (text === undefined || !/^\d+$/.test(text))
    throw new S3Error("MissingContentLength", "The request must state the length of its body.");
  const length = Number(text);
  if (length > LARGEST_BODY) throw tooLarge();
  return length;
}

function tooLarge(): S3Error {
  return new S3Error("EntityTooLarge", "One request can upload at most 5 GiB; upload larger objects in parts.");
}

function incomplete(): S3Error {
  return new S3Error("IncompleteBody", "The length of the body differs from the length that the request states.");
}

const KIBIBYTE = 1024;
/**
 * Enough for every document that has no limit of its own. Reading one takes time in which the store does nothing else.
 */
const LARGEST_BYTES = 64 * KIBIBYTE;
/** Enough to complete an upload of 10,000 parts. */
const LARGEST_COMPLETION = 4 * 1024 * KIBIBYTE;

/** Reads a request's whole XML document. @param largest bytes @throws S3Error */
export async function readDocument(
  request: S3Request,
  key: ChunkKey | undefined,
  largest: number = LARGEST_BYTES,
): Promise<XmlElement> {
  return readXml(await readText(payloadOf(request, key), largest));
}

/** Reads the document that completes an upload, whose request has the checksum of the object in its headers. */
export async function readCompletion(request: S3Request, key: ChunkKey | undefined): Promise<XmlElement> {
  return readXml(await readText(payloadWith(request, key, undefined), LARGEST_COMPLETION));
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Reads a request's whole text. @param largest bytes @throws S3Error */
export async function readText(payload: Payload, largest: number = LARGEST_BYTES): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of payload.bytes) {
    size += piece.length;
    if (size > largest)
      throw new S3Error("MalformedXML", `The body of this request must have at most ${largest / KIBIBYTE} KiB.`);
    pieces.push(piece);
  }
  payload.digested();
  try {
    return utf8.decode(Buffer.concat(pieces));
  } catch (cause) {
    throw Object.assign(new S3Error("MalformedXML", "The body must be text in UTF-8."), { cause });
  }
}

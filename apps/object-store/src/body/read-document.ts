import { readXml, type XmlElement } from "../protocol/read-xml.ts";
import { S3Error } from "../protocol/s3-error.ts";
import type { S3Request } from "../protocol/s3-request.ts";
import type { ChunkKey } from "../protocol/verify-signature.ts";
import { payloadOf } from "./payload.ts";

/** Enough for the completion of 10,000 parts. */
const LARGEST_BYTES = 4 * 1024 * 1024;

/** Reads a request's XML, all of it at once. @throws S3Error */
export async function readDocument(request: S3Request, key: ChunkKey): Promise<XmlElement> {
  const payload = payloadOf(request, key);
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of payload.bytes) {
    size += piece.length;
    if (size > LARGEST_BYTES) throw new S3Error("MalformedXML", "The body is larger than this request takes.");
    pieces.push(piece);
  }
  payload.digested();
  return readXml(Buffer.concat(pieces).toString("utf8"));
}

import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { type ConnectionFault, connectionRefusals, hostFault } from "@fulmar/http";
import { S3Error } from "./protocol/s3-error.ts";
import { errorDocument } from "./protocol/xml.ts";

const REFUSALS: Readonly<Record<ConnectionFault, S3Error>> = {
  malformed: new S3Error(
    "InvalidRequest",
    "The request is not valid HTTP/1.1; check its headers and how the length of its body is given.",
  ),
  headers_too_large: new S3Error(
    "RequestHeaderSectionTooLarge",
    "The URL and the headers together are larger than 16 KiB; send less.",
  ),
  timeout: new S3Error("RequestTimeout", "The request's headers did not arrive in time; send it again."),
  tunnel: new S3Error("MethodNotAllowed", "The object store is not a proxy; send requests to it, not through it."),
};

/** Refuses invalid requests in S3's format. */
export const { onClientError, onConnect } = connectionRefusals((fault) => {
  const { status, code, message } = REFUSALS[fault];
  const requestId = randomUUID();
  return {
    status,
    headers: { "content-type": "application/xml", "x-amz-request-id": requestId },
    body: errorDocument({ Code: code, Message: message, RequestId: requestId }),
  };
});

/** With several Host headers, the server cannot know which one the client signed. @throws S3Error 400 */
export function requireOneHost(request: IncomingMessage): void {
  if (hostFault(request) !== undefined) throw new S3Error("InvalidRequest", "Send the header Host exactly once.");
}

import { S3Error } from "../protocol/s3-error.ts";

/** Where the next page of a list begins, as a token for the client. */
export function toToken(position: string): string {
  return Buffer.from(position).toString("base64url");
}

/** @throws S3Error 400 for what is no such token */
export function fromToken(token: string): string {
  const position = Buffer.from(token, "base64url").toString("utf8");
  if (position === "" || position.includes("\0") || toToken(position) !== token) {
    throw new S3Error("InvalidArgument", "The continuation token is not valid; send one from the answer to a list.");
  }
  return position;
}

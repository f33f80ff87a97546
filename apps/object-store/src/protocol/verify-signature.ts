import type { KeyObject } from "node:crypto";
import {
  hmac,
  type SigningScope,
  scopeText,
  signingKey,
  stringToSign,
  UNSIGNED_PAYLOAD,
  uriEncode,
} from "@fulmar/core/s3-signing";
import { LRUCache } from "lru-cache";
import { isSame } from "./is-same.ts";
import { S3Error } from "./s3-error.ts";
import { header, parameter, type S3Request } from "./s3-request.ts";
import type { SignedRequest } from "./signed-request.ts";

const MAX_SKEW_MS = 15 * 60 * 1000;
/** S3 headers that may be unsigned, because they do not change what is done. */
const UNSIGNED_HEADERS: ReadonlySet<string> = new Set(["x-amz-content-sha256", "x-amz-user-agent"]);

/** The key for the signatures of a body's chunks, each of which includes the previous one. */
export interface ChunkKey {
  readonly key: KeyObject;
  readonly seed: string;
  readonly signed: SignedRequest;
}

/**
 * Checks that the request was signed with one of the secrets, unchanged and recently.
 * @throws S3Error 403
 */
export function verifySignature(request: S3Request, signed: SignedRequest, secrets: readonly string[]): ChunkKey {
  const headers = signed.signedHeaders.map((name) => [name, header(request, name) ?? ""] as const);
  const textOf = (values: typeof headers) =>
    stringToSign(signed.at, signed.scope, {
      method: request.method,
      path: request.path.split("/").map(uriEncode).join("/"),
      query: request.query.filter(([name]) => name !== "X-Amz-Signature"),
      headers: values,
      payloadHash: payloadHashOf(request, signed),
    });
  // Clients send other characters than ASCII as Latin-1 or as UTF-8, and sign them as UTF-8.
  const isAscii = headers.every(([, value]) => /^[\0-\x7f]*$/.test(value));
  const inUtf8 = () => headers.map(([name, value]) => [name, Buffer.from(value, "latin1").toString("utf8")] as const);
  const texts = isAscii ? [textOf(headers)] : [textOf(headers), textOf(inUtf8())];
  const key = secrets
    .map((secret) => signingKeyOf(secret, signed.scope))
    .find((each) => texts.some((text) => isSame(hmac(each, text).toString("hex"), signed.signature)));
  if (key === undefined) {
    throw new S3Error(
      "SignatureDoesNotMatch",
      "The signature does not match; check the secret access key, and that nothing on the way changes the request.",
    );
  }
  checkTime(signed);
  checkHeaders(request, signed);
  return { key, seed: signed.signature, signed };
}

/** Of the secrets that have signed lately, by secret and scope: a day's key is derived once. */
const signingKeys = new LRUCache<string, KeyObject>({ max: 10_000 });

function signingKeyOf(secret: string, scope: SigningScope): KeyObject {
  const name = `${secret} ${scopeText(scope)}`;
  const known = signingKeys.get(name);
  if (known !== undefined) return known;
  const key = signingKey(secret, scope);
  signingKeys.set(name, key);
  return key;
}

/** The payload hash that the request was signed with. */
export function payloadHashOf(request: S3Request, { expiresIn, signedHeaders }: SignedRequest): string {
  const sent = header(request, "x-amz-content-sha256");
  if (expiresIn !== null)
    return (
      (signedHeaders.includes("x-amz-content-sha256") ? sent : parameter(request, "X-Amz-Content-Sha256")) ??
      UNSIGNED_PAYLOAD
    );
  if (sent === undefined) throw new S3Error("InvalidRequest", "The header x-amz-content-sha256 is missing.");
  return sent;
}

function checkTime({ at, expiresIn }: SignedRequest): void {
  const signedAt = Date.parse(at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  const age = Date.now() - signedAt;
  if (expiresIn !== null && age > expiresIn * 1000)
    throw new S3Error("AccessDenied", "The URL has expired; ask for a new one.");
  if (!(age >= -MAX_SKEW_MS) || (expiresIn === null && age > MAX_SKEW_MS)) {
    throw new S3Error(
      "RequestTimeTooSkewed",
      "The request was signed more than 15 minutes before or after the present time; set the clock of the client.",
    );
  }
}

/**
 * Requires headers to be signed. Otherwise the holder of a URL could change what it does, such as copy another object.
 */
function checkHeaders({ message }: S3Request, { signedHeaders }: SignedRequest): void {
  const unsigned = Object.keys(message.headers).filter(
    (name) => name.startsWith("x-amz-") && !UNSIGNED_HEADERS.has(name) && !signedHeaders.includes(name),
  );
  if (unsigned.length > 0)
    throw new S3Error("AccessDenied", `The request has headers that are not signed: ${unsigned.join(", ")}.`);
}

import { createHmac } from "node:crypto";
import { isSame } from "./is-same.ts";
import { S3Error } from "./s3-error.ts";
import { header, parameter, type S3Request, SUBRESOURCES } from "./s3-request.ts";

/**
 * A URL that is presigned by Signature Version 2. Some SDKs still sign so by default (boto3 in us-east-1); other
 * requests need Version 4 (docs/adr/0049).
 */
export interface PresignedV2 {
  readonly version: 2;
  readonly accessKeyId: string;
  /** Seconds since 1970. */
  readonly expires: number;
  readonly signature: string;
  readonly expiresIn: number;
}

const ACCESS_KEY_ID = /^[\w-]{16,128}$/;
const LONGEST_SECONDS = 604_800;
/** The query parameters that are part of the signed resource (AWS: Authenticating requests, Signature Version 2). */
const SIGNED_PARAMETERS: ReadonlySet<string> = new Set([
  ...["accelerate", "acl", "cors", "defaultObjectAcl", "delete", "lifecycle", "location", "logging", "notification"],
  ...["object-lock", "legal-hold", "retention", "partNumber", "policy", "replication", "requestPayment", "restore"],
  ...["tagging", "torrent", "uploadId", "uploads", "versionId", "versioning", "versions", "website"],
  ...["response-cache-control", "response-content-disposition", "response-content-encoding"],
  ...["response-content-language", "response-content-type", "response-expires"],
]);

/** @returns undefined for a URL without such a signature @throws S3Error for one that is incomplete */
export function readPresignedV2(request: S3Request): PresignedV2 | undefined {
  const accessKeyId = parameter(request, "AWSAccessKeyId");
  if (accessKeyId === undefined) return undefined;
  const expires = parameter(request, "Expires") ?? "";
  const signature = parameter(request, "Signature") ?? "";
  if (!ACCESS_KEY_ID.test(accessKeyId) || !/^\d{1,12}$/.test(expires) || signature === "")
    throw new S3Error(
      "AccessDenied",
      "A presigned URL must have AWSAccessKeyId, Expires in seconds since 1970, and Signature.",
    );
  const expiresIn = Number(expires) - Math.floor(Date.now() / 1000);
  return { version: 2, accessKeyId, expires: Number(expires), signature, expiresIn };
}

/**
 * Parameters that select an operation and that Version 2 does not sign: whoever has a URL could add them. Listing by
 * `list-type` does what listing does.
 */
const UNSIGNED = SUBRESOURCES.filter((name) => !SIGNED_PARAMETERS.has(name) && name !== "list-type");

/** Checks that the URL was signed with one of the secrets, and has not expired. @throws S3Error 403 */
export function verifyPresignedV2(request: S3Request, signed: PresignedV2, secrets: readonly string[]): void {
  const unsigned = UNSIGNED.find((name) => parameter(request, name) !== undefined);
  if (unsigned !== undefined)
    throw new S3Error("AccessDenied", `Signature Version 2 does not sign ?${unsigned}; sign the URL by Version 4.`);
  const text = textToSign(request, signed);
  const known = secrets.some((secret) =>
    isSame(createHmac("sha1", secret).update(text).digest("base64"), signed.signature),
  );
  if (!known)
    throw new S3Error(
      "SignatureDoesNotMatch",
      "The signature does not match; check the secret access key, and that nothing on the way changes the request.",
    );
  if (signed.expiresIn <= 0) throw new S3Error("AccessDenied", "The URL has expired; ask for a new one.");
  if (signed.expiresIn > LONGEST_SECONDS)
    throw new S3Error("AccessDenied", "A presigned URL must expire within seven days; sign another one.");
}

function textToSign(request: S3Request, { expires }: PresignedV2): string {
  const { method, query } = request;
  const amazon = Object.keys(request.headers)
    .filter((name) => name.startsWith("x-amz-"))
    .sort((one, other) => (one < other ? -1 : 1))
    .map((name) => `${name}:${(header(request, name) ?? "").trim()}\n`);
  const { url: target = "" } = request.message;
  const own = target.split("?", 1)[0] ?? "";
  const path = request.addressing === "bucket" ? `/${request.bucketName}${own}` : own;
  const valued = new Set(valuedNames(target));
  const signed = query
    .filter(([name]) => SIGNED_PARAMETERS.has(name))
    .sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
    .map(([name, value]) => (valued.has(name) ? `${name}=${value}` : name));
  const resource = signed.length === 0 ? path : `${path}?${signed.join("&")}`;
  const [type, md5] = ["content-type", "content-md5"].map((name) => signedHeader(request, name));
  return [method, md5, type, String(expires), `${amazon.join("")}${resource}`].join("\n");
}

/**
 * A header that is signed. Some SDKs name it in the URL, too, where nothing binds the header that is sent.
 * @throws S3Error where both are there and differ
 */
function signedHeader(request: S3Request, name: string): string {
  const [sent, named] = [header(request, name), parameter(request, name)];
  if (sent !== undefined && named !== undefined && sent !== named)
    throw new S3Error("SignatureDoesNotMatch", `The URL is for ${name}: ${named}; send that header.`);
  return named ?? sent ?? "";
}

/** The parameters of a URL that are followed by `=`, as they are written there. */
function valuedNames(url: string): readonly string[] {
  const start = url.indexOf("?") + 1;
  return url
    .slice(start)
    .split("&")
    .flatMap((parameter) => (start > 0 && parameter.includes("=") ? [parameter.slice(0, parameter.indexOf("="))] : []));
}

import { ALGORITHM, type SigningScope } from "@fulmar/core/s3-signing";
import { S3Error } from "./s3-error.ts";
import { header, parameter, type S3Request } from "./s3-request.ts";
import { type PresignedV2, readPresignedV2 } from "./signature-v2.ts";

const MAX_EXPIRY_SECONDS = 604_800;
const CREDENTIAL = /^([\w-]{1,128})\/(\d{8})\/([\w-]{1,64})\/(s3)\/aws4_request$/;
const AT = /^\d{8}T\d{6}Z$/;
const SIGNATURE = /^[0-9a-f]{64}$/;

/** The parts of a Signature Version 4. Only their form has been checked. */
export interface SignedRequest {
  readonly version: 4;
  readonly accessKeyId: string;
  readonly scope: SigningScope;
  /** The time of signing: YYYYMMDDTHHMMSSZ. */
  readonly at: string;
  /** Lower-case names in order. */
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  /** How many seconds a presigned URL is valid; null where the signature is in a header. */
  readonly expiresIn: number | null;
}

/**
 * @returns undefined when the request is not signed @throws S3Error when the kind of signature is not supported
 */
export function readSignature(request: S3Request): SignedRequest | PresignedV2 | undefined {
  const authorization = header(request, "authorization");
  const presigned = parameter(request, "X-Amz-Algorithm") !== undefined;
  if (authorization !== undefined && (presigned || parameter(request, "AWSAccessKeyId") !== undefined)) {
    throw new S3Error(
      "InvalidArgument",
      "A request must be signed in its URL or in its Authorization header, not in both.",
    );
  }
  if (authorization !== undefined) return fromHeader(request, authorization);
  if (presigned) return fromQuery(request);
  return readPresignedV2(request);
}

function fromHeader(request: S3Request, authorization: string): SignedRequest {
  if (!authorization.startsWith(`${ALGORITHM} `)) throw versionFour();
  const fields = new Map(
    authorization
      .slice(ALGORITHM.length + 1)
      .split(",")
      .map((field) => {
        const [name = "", ...value] = field.trim().split("=");
        return [name, value.join("=")] as const;
      }),
  );
  const at = header(request, "x-amz-date") ?? isoOf(header(request, "date"));
  const parts = {
    credential: fields.get("Credential"),
    headers: fields.get("SignedHeaders"),
    signature: fields.get("Signature"),
    at,
  };
  return read(parts, null, "AuthorizationHeaderMalformed");
}

function fromQuery(request: S3Request): SignedRequest {
  if (parameter(request, "X-Amz-Algorithm") !== ALGORITHM) throw versionFour();
  const expires = parameter(request, "X-Amz-Expires") ?? "";
  // A URL for no time or less has expired when it is made.
  if (/^(0+|-\d+)$/.test(expires)) throw new S3Error("AccessDenied", "The URL has expired; ask for a new one.");
  const expiresIn = /^\d{1,6}$/.test(expires) ? Number(expires) : 0;
  if (expiresIn < 1 || expiresIn > MAX_EXPIRY_SECONDS) {
    throw new S3Error(
      "AuthorizationQueryParametersError",
      `X-Amz-Expires must be a number of seconds from 1 to ${MAX_EXPIRY_SECONDS}.`,
    );
  }
  const parts = {
    credential: parameter(request, "X-Amz-Credential"),
    headers: parameter(request, "X-Amz-SignedHeaders"),
    signature: parameter(request, "X-Amz-Signature"),
    at: parameter(request, "X-Amz-Date"),
  };
  return read(parts, expiresIn, "AuthorizationQueryParametersError");
}

type Parts = Readonly<Record<"credential" | "headers" | "signature" | "at", string | undefined>>;

function read(
  { credential = "", headers = "", signature = "", at = "" }: Parts,
  expiresIn: number | null,
  code: "AuthorizationHeaderMalformed" | "AuthorizationQueryParametersError",
): SignedRequest {
  const [, accessKeyId, date, region, service] = CREDENTIAL.exec(credential) ?? [];
  const signedHeaders = headers.toLowerCase().split(";");
  const whole = accessKeyId !== undefined && date !== undefined && region !== undefined && service !== undefined;
  if (!whole || !AT.test(at) || !SIGNATURE.test(signature) || !at.startsWith(date) || !signedHeaders.includes("host")) {
    throw new S3Error(
      code,
      "The signature of the request is incomplete; it needs a credential, the date of its day, the signed headers " +
        "with host, and 64 hexadecimal digits.",
    );
  }
  return { version: 4, accessKeyId, scope: { date, region, service }, at, signedHeaders, signature, expiresIn };
}

function isoOf(date: string | undefined): string | undefined {
  const at = date === undefined ? Number.NaN : Date.parse(date);
  return Number.isNaN(at) ? undefined : new Date(at).toISOString().replace(/[-:]|\.\d{3}/g, "");
}

function versionFour(): S3Error {
  return new S3Error("InvalidRequest", "Requests must be signed by Signature Version 4 (AWS4-HMAC-SHA256).");
}

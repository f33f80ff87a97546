import type { IncomingMessage, ServerResponse } from "node:http";
import { CorsRules, readCorsRules } from "@fulmar/core/object-store";
import { corsHeaders } from "./bucket-cors/cors-rules.ts";
import { S3Error } from "./protocol/s3-error.ts";
import { BUCKET_NAME, parameter, type S3Request } from "./protocol/s3-request.ts";
import type { Store } from "./store.ts";

const METHODS = "GET, HEAD, PUT";
const MAX_AGE_SECONDS = "3600";
/** The answer to a preflight depends on these: for caches between a page and the store. */
const PREFLIGHT_VARIES = "Origin, Access-Control-Request-Method, Access-Control-Request-Headers";
/** More than any browser sends: each is compared with the patterns of all rules. */
const LONGEST_ORIGIN = 1024;
const MOST_HEADERS = 100;
const ACCESS_KEY_ID = /^[\w-]{16,128}$/;
const CREDENTIAL = /Credential=([\w-]{16,128})\//;

/**
 * Allows the console's pages to use presigned URLs of every bucket.
 * @param origin the console's
 * @returns whether the request was a preflight, which has been answered
 */
export function answerConsoleCors(message: IncomingMessage, response: ServerResponse, origin: string): boolean {
  response.setHeader("vary", message.method === "OPTIONS" ? PREFLIGHT_VARIES : "Origin");
  if (message.headers.origin !== origin) return false;
  response.setHeader("access-control-allow-origin", origin);
  response.setHeader("access-control-expose-headers", "ETag");
  if (message.method !== "OPTIONS") return false;
  if (message.headers["access-control-request-method"] !== undefined) {
    response.setHeader("access-control-allow-methods", METHODS);
    const headers = message.headers["access-control-request-headers"];
    if (headers !== undefined) response.setHeader("access-control-allow-headers", headers);
    response.setHeader("access-control-max-age", MAX_AGE_SECONDS);
  }
  response.writeHead(204, { "content-length": "0" });
  response.end();
  return true;
}

/**
 * Allows pages of other origins what a bucket's CORS rules allow.
 * @param takePreflight counts a preflight, which is not signed
 * @returns whether the request was a preflight, which has been answered
 * @throws S3Error 403 for a preflight that no rule allows
 */
export async function answerBucketCors(
  store: Store,
  request: S3Request,
  response: ServerResponse,
  takePreflight: () => void,
): Promise<boolean> {
  const { headers } = request.message;
  const isPreflight = request.method === "OPTIONS";
  if (isPreflight) takePreflight();
  const { origin } = headers;
  const method = isPreflight ? headers["access-control-request-method"] : request.method;
  const asked = isPreflight ? (headers["access-control-request-headers"] ?? "") : "";
  const names = asked
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  const allowed =
    origin === undefined || method === undefined || origin.length > LONGEST_ORIGIN || names.length > MOST_HEADERS
      ? undefined
      : corsHeaders(await rulesOf(store, request), { origin, method, headers: names });
  for (const [name, value] of Object.entries(allowed ?? {})) response.setHeader(name, value);
  if (!isPreflight) return false;
  if (allowed === undefined)
    throw new S3Error(
      "AccessForbidden",
      "No CORS rule of the bucket allows this request; set its rules by PutBucketCors.",
    );
  response.writeHead(200, { "content-length": "0" });
  response.end();
  return true;
}

async function rulesOf(store: Store, request: S3Request): Promise<CorsRules> {
  const { bucketName, workspaceId } = request;
  if (bucketName === undefined || !BUCKET_NAME.test(bucketName)) return [];
  const credential =
    parameter(request, "X-Amz-Credential")?.split("/", 1)[0] ??
    parameter(request, "AWSAccessKeyId") ??
    CREDENTIAL.exec(request.message.headers.authorization ?? "")?.[1];
  const accessKeyId = ACCESS_KEY_ID.test(credential ?? "") ? credential : undefined;
  const found = await readCorsRules(store.sql, bucketName, { workspaceId, accessKeyId });
  return found === undefined ? [] : CorsRules.parse(found);
}

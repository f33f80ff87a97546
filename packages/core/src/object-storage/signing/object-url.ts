import { createHmac, hkdfSync } from "node:crypto";
import type { ContentDisposition } from "@fulmar/contract";
import { toTimestamp } from "../../query/wire-form.ts";
import type { Caller } from "../../request/caller.ts";
import type { RequestContext } from "../../request/context.ts";
import { signedOut } from "../../request/domain-error.ts";
import {
  ALGORITHM,
  canonicalQuery,
  hmac,
  scopeText,
  signingKey,
  stringToSign,
  UNSIGNED_PAYLOAD,
  uriEncode,
} from "./signature-v4.ts";

const KEY_BYTES = 32;

/**
 * The key with which the API signs URLs of objects. Each pair of a workspace and a credential has one. It is neither
 * stored nor shown.
 */
interface UrlKey {
  readonly accessKeyId: string;
  readonly secret: string;
}

/** Who signs URLs: the token or the session that asked for them. A URL ends with its signer. */
export interface UrlSigner {
  readonly workspaceId: bigint;
  /** The id of a token or of a session. */
  readonly credentialId: string;
}

/** The id contains the signer. The secret is derived from the installation's secret and the id. */
export function urlKey(installationSecret: string, signer: UrlSigner): UrlKey {
  const accessKeyId = accessKeyIdOf(signer);
  return { accessKeyId, secret: derivedSecret(installationSecret, "urls of objects", accessKeyId) };
}

/** The secret of an access key that is not stored. */
function derivedSecret(installationSecret: string, label: string, accessKeyId: string): string {
  const key = new Uint8Array(hkdfSync("sha256", installationSecret, "", `fulmar ${label}`, KEY_BYTES));
  return createHmac("sha256", key).update(accessKeyId).digest("base64url");
}

/** A bucket that the CDN serves. */
export interface ServedBucket {
  readonly workspaceId: string;
  readonly bucketId: string;
}

/** The access key by which edges of the CDN read a bucket (docs/adr/0045). It is neither stored nor shown. */
export function cdnKey(installationSecret: string, { workspaceId, bucketId }: ServedBucket) {
  const accessKeyId = `FULMARCDN-${workspaceId}-${bucketId}`;
  return { accessKeyId, secretAccessKey: derivedSecret(installationSecret, "origin keys of the CDN", accessKeyId) };
}

/** Returns the bucket of such an access key id, or undefined for any other. */
export function cdnBucketOf(accessKeyId: string): ServedBucket | undefined {
  const [, workspaceId, bucketId] = /^FULMARCDN-([1-9][0-9]{0,17})-(\w+)$/.exec(accessKeyId) ?? [];
  return workspaceId === undefined || bucketId === undefined ? undefined : { workspaceId, bucketId };
}

/** The access key by which workers move a bucket (docs/adr/0074). It works while the bucket moves. */
export function moveKey(installationSecret: string, { workspaceId, bucketId }: ServedBucket) {
  const accessKeyId = `FULMARMOVE-${workspaceId}-${bucketId}`;
  return { accessKeyId, secretAccessKey: derivedSecret(installationSecret, "keys of moves", accessKeyId) };
}

/** Returns the bucket of such an access key id, or undefined for any other. */
export function movedBucketOf(accessKeyId: string): ServedBucket | undefined {
  const [, workspaceId, bucketId] = /^FULMARMOVE-([1-9][0-9]{0,17})-(\w+)$/.exec(accessKeyId) ?? [];
  return workspaceId === undefined || bucketId === undefined ? undefined : { workspaceId, bucketId };
}

export function accessKeyIdOf({ workspaceId, credentialId }: UrlSigner): string {
  return `FULMARURL-${workspaceId}-${credentialId}`;
}

/** Returns the signer of such an access key id, or undefined for an access key of a user. */
export function urlSignerOf(accessKeyId: string): UrlSigner | undefined {
  const [, digits, credentialId] = /^FULMARURL-([1-9][0-9]{0,18})-(\w+)$/.exec(accessKeyId) ?? [];
  if (digits === undefined || credentialId === undefined) return undefined;
  const workspaceId = BigInt(digits);
  return workspaceId <= 9_223_372_036_854_775_807n ? { workspaceId, credentialId } : undefined;
}

/** The request that a presigned URL allows until it expires, any number of times. */
interface PresignedRequest {
  readonly method: "GET" | "PUT" | "POST" | "DELETE";
  /** The object store's, without a path. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucketName: string;
  readonly key: string;
  /** Seconds from `at`. */
  readonly expiresIn: number;
  readonly at: Date;
  /** Signed parameters of the request. */
  readonly query?: Readonly<Record<string, string>>;
  /** Signed headers besides Host, names in lower case. The request must send them. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Signs a request by Signature Version 4, in the query (AWS: Authenticating Requests: Using Query Parameters). */
export function presignUrl(key: UrlKey, request: PresignedRequest): string {
  const { host } = new URL(request.endpoint);
  const at = request.at.toISOString().replace(/[-:]|\.\d{3}/g, "");
  const scope = { date: at.slice(0, 8), region: request.region, service: "s3" };
  const path = `/${[request.bucketName, ...request.key.split("/")].map(uriEncode).join("/")}`;
  const headers = Object.entries({ ...request.headers, host }).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const query = Object.entries({
    ...request.query,
    "X-Amz-Algorithm": ALGORITHM,
    "X-Amz-Credential": `${key.accessKeyId}/${scopeText(scope)}`,
    "X-Amz-Date": at,
    "X-Amz-Expires": String(request.expiresIn),
    "X-Amz-SignedHeaders": headers.map(([name]) => name).join(";"),
  });
  const text = stringToSign(at, scope, { method: request.method, path, query, headers, payloadHash: UNSIGNED_PAYLOAD });
  const signature = hmac(signingKey(key.secret, scope), text).toString("hex");
  return `${request.endpoint}${path}?${canonicalQuery(query)}&X-Amz-Signature=${signature}`;
}

/** A bucket's region and endpoint. Without an endpoint, the installation's object store. */
interface BucketEndpoint {
  readonly region: string;
  readonly endpoint_url: string | null;
}

/** Signs requests for objects of a bucket on behalf of the caller, all with the same time. */
interface ObjectSigner {
  readonly expires_at: string;
  /** Each URL is a credential. It is signed on each call and never stored. */
  sign(request: Omit<PresignedRequest, "endpoint" | "region" | "at" | "expiresIn">): string;
}

/** The object store refuses the URL once the token has expired, so the answer says no later time. In seconds. */
function lifetimeOf({ expiresAt }: Caller, at: Date, expiresIn: number): number {
  if (expiresAt === null) return expiresIn;
  return Math.max(1, Math.min(expiresIn, Math.floor((expiresAt.getTime() - at.getTime()) / 1000)));
}

/**
 * @param expiresIn in seconds
 * @throws DomainError 401 for a user whose session is not known
 */
export function objectSigner(
  { configuration, workspace, caller }: Pick<RequestContext, "configuration" | "workspace" | "caller">,
  { region, endpoint_url }: BucketEndpoint,
  expiresIn: number,
): ObjectSigner {
  const at = new Date();
  const seconds = lifetimeOf(caller, at, expiresIn);
  const credentialId = caller.type === "token" ? caller.id : caller.sessionId;
  if (credentialId === null) throw signedOut();
  const key = urlKey(configuration.secrets[0], { workspaceId: workspace.id, credentialId });
  const place = { endpoint: endpoint_url ?? configuration.publicObjectStoreUrl, region, at, expiresIn: seconds };
  return {
    expires_at: toTimestamp(new Date(at.getTime() + seconds * 1000)),
    sign: (request) => presignUrl(key, { ...place, ...request }),
  };
}

/** The header by which a browser shows an object, or saves it under the last part of its key (RFC 6266). */
export function dispositionOf(disposition: ContentDisposition, key: string): string {
  const name = key.split("/").findLast((segment) => segment !== "") ?? "object";
  return `${disposition}; filename*=UTF-8''${uriEncode(name)}`;
}

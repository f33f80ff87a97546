import { createHmac, hkdfSync } from "node:crypto";
import type { ContentDisposition } from "@fulmar/contract";
import { toTimestamp } from "../query/timestamp.ts";
import type { RequestContext } from "../request/context.ts";
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

const PREFIX = "FULMARWORKSPACE";
const KEY_BYTES = 32;

/** The key with which the API signs URLs of objects. Each workspace has one. It is neither stored nor shown. */
interface WorkspaceCredential {
  readonly accessKeyId: string;
  readonly secret: string;
}

/** The id contains the workspace. The secret is derived from the installation's secret and the workspace. */
export function workspaceCredential(installationSecret: string, workspaceId: bigint): WorkspaceCredential {
  const key = new Uint8Array(hkdfSync("sha256", installationSecret, "", "fulmar urls of objects", KEY_BYTES));
  return {
    accessKeyId: `${PREFIX}${workspaceId}`,
    secret: createHmac("sha256", key).update(String(workspaceId)).digest("base64url"),
  };
}

/** Returns the workspace of such an access key id, or undefined for an access key of a user. */
export function workspaceOfSigner(accessKeyId: string): bigint | undefined {
  const digits = /^FULMARWORKSPACE([1-9][0-9]{0,18})$/.exec(accessKeyId)?.[1];
  const workspaceId = digits === undefined ? undefined : BigInt(digits);
  return workspaceId !== undefined && workspaceId <= 9_223_372_036_854_775_807n ? workspaceId : undefined;
}

/** The request that a presigned URL allows until it expires, any number of times. */
interface PresignedRequest {
  readonly method: "GET" | "PUT";
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
function presignUrl(credential: WorkspaceCredential, request: PresignedRequest): string {
  const { host } = new URL(request.endpoint);
  const at = request.at.toISOString().replace(/[-:]|\.\d{3}/g, "");
  const scope = { date: at.slice(0, 8), region: request.region, service: "s3" };
  const path = `/${[request.bucketName, ...request.key.split("/")].map(uriEncode).join("/")}`;
  const headers = Object.entries({ ...request.headers, host }).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const query = Object.entries({
    ...request.query,
    "X-Amz-Algorithm": ALGORITHM,
    "X-Amz-Credential": `${credential.accessKeyId}/${scopeText(scope)}`,
    "X-Amz-Date": at,
    "X-Amz-Expires": String(request.expiresIn),
    "X-Amz-SignedHeaders": headers.map(([name]) => name).join(";"),
  });
  const text = stringToSign(at, scope, { method: request.method, path, query, headers, payloadHash: UNSIGNED_PAYLOAD });
  const signature = hmac(signingKey(credential.secret, scope), text).toString("hex");
  return `${request.endpoint}${path}?${canonicalQuery(query)}&X-Amz-Signature=${signature}`;
}

/** A bucket's region and endpoint. Without an endpoint, the installation's object store. */
interface BucketEndpoint {
  readonly region: string;
  readonly endpoint_url: string | null;
}

/** Signs requests for objects of a bucket on behalf of the workspace, all with the same time. */
interface ObjectSigner {
  readonly expires_at: string;
  /** Each URL is a credential. It is signed on each call and never stored. */
  sign(request: Omit<PresignedRequest, "endpoint" | "region" | "at" | "expiresIn">): string;
}

/** @param expiresIn in seconds */
export function objectSigner(
  { configuration, workspace }: Pick<RequestContext, "configuration" | "workspace">,
  { region, endpoint_url }: BucketEndpoint,
  expiresIn: number,
): ObjectSigner {
  const at = new Date();
  const credential = workspaceCredential(configuration.secret, workspace.id);
  const place = { endpoint: endpoint_url ?? configuration.publicObjectStoreUrl, region, at, expiresIn };
  return {
    expires_at: toTimestamp(new Date(at.getTime() + expiresIn * 1000)),
    sign: (request) => presignUrl(credential, { ...place, ...request }),
  };
}

/** The header by which a browser shows an object, or saves it under the last part of its key (RFC 6266). */
export function dispositionOf(disposition: ContentDisposition, key: string): string {
  const name = key.split("/").findLast((segment) => segment !== "") ?? "object";
  return `${disposition}; filename*=UTF-8''${uriEncode(name)}`;
}

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
import type { WorkspaceCredential } from "./workspace-signer.ts";

/** What a presigned URL lets its holder do, once or often, until it expires. */
export interface PresignedRequest {
  readonly method: "GET" | "PUT";
  /** Of the object store, without a path. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucketName: string;
  readonly key: string;
  /** Seconds from `at`. */
  readonly expiresIn: number;
  readonly at: Date;
  /** Parameters of the request that are signed along. */
  readonly query?: Readonly<Record<string, string>>;
  /** Headers besides Host that the request must send, names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Signs a request by Signature Version 4, in the query (AWS: Authenticating Requests: Using Query Parameters). */
export function presignUrl(credential: WorkspaceCredential, request: PresignedRequest): string {
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

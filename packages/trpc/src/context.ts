import type { Credentials } from "@fulmar/core";

/**
 * The request context of a procedure. Credentials are a user's session or an API token, and the domain treats both
 * alike.
 */
export interface RequestContext {
  readonly credentials: Credentials;
  /** Authenticates the request again. Streams call this because a session can end before the stream does. */
  readonly credentialsNow: () => Promise<Credentials>;
  /** From the header X-Idempotency-Key. */
  readonly idempotencyKey: string | undefined;
  readonly requestId: string;
  readonly sourceIp: string | undefined;
  /** From the header User-Agent. */
  readonly userAgent?: string | undefined;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

/** Names the values that a transport must supply. */
export function createContext(request: RequestContext): RequestContext {
  return request;
}

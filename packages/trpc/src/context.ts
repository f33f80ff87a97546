import type { Credentials } from "@fulmar/core";

/**
 * What a procedure knows of its request. Credentials are a person's session or an API token: the domain treats both
 * alike.
 */
export interface RequestContext {
  readonly credentials: Credentials;
  /** Who it would be that sends this request now: streams ask, for a session can end before they do. */
  readonly credentialsNow: () => Promise<Credentials>;
  /** From the header X-Idempotency-Key. */
  readonly idempotencyKey: string | undefined;
  readonly requestId: string;
  readonly sourceIp: string | undefined;
  /** Aborted when the caller has gone. */
  readonly signal: AbortSignal;
}

/** Names what a transport must hand over; there is nothing to look up. */
export function createContext(request: RequestContext): RequestContext {
  return request;
}

import "server-only";
import { randomUUID } from "node:crypto";
import type { RequestContext } from "@fulmar/trpc";
import { createContext } from "./domain.ts";
import { services } from "./services.ts";

/** Creates the context of procedures from a request's headers: its session and its idempotency key. */
export async function requestContext(headers: Headers, signal: AbortSignal): Promise<RequestContext> {
  const { userId, sessionId } = await services().identity.session(headers);
  return contextOf(headers, signal, { userId, sessionId });
}

/** Like `requestContext`, for requests whose answer may set cookies: it prolongs the session. */
export async function prolongingContext(
  headers: Headers,
  signal: AbortSignal,
): Promise<{ context: RequestContext; cookies: readonly string[] }> {
  const { cookies, ...session } = await services().identity.prolongedSession(headers);
  return { context: contextOf(headers, signal, session), cookies };
}

/**
 * The source of a request for the audit trail. The header is set by `entry/rewrite-request.ts` and holds one address
 * (docs/adr/0025).
 */
export function originOf(headers: Headers): { requestId: string; sourceIp: string | undefined } {
  return { requestId: randomUUID(), sourceIp: headers.get("x-forwarded-for") ?? undefined };
}

function contextOf(
  headers: Headers,
  signal: AbortSignal,
  session: { userId: string | undefined; sessionId: string | undefined },
): RequestContext {
  return createContext({
    credentials: { kind: "session", ...session },
    credentialsNow: async () => ({ kind: "session", ...(await services().identity.session(headers)) }),
    idempotencyKey: headers.get("x-idempotency-key") ?? undefined,
    ...originOf(headers),
    userAgent: headers.get("user-agent") ?? undefined,
    signal,
  });
}

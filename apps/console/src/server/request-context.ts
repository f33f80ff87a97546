import "server-only";
import { randomUUID } from "node:crypto";
import { createContext, type RequestContext } from "@fulmar/trpc";
import { services } from "./services.ts";

/** Who sends this request, with which idempotency key, as procedures need to know it. */
export async function requestContext(headers: Headers, signal: AbortSignal): Promise<RequestContext> {
  const credentialsNow = async () => ({ kind: "session" as const, userId: await services().identity.userId(headers) });
  return createContext({
    credentials: await credentialsNow(),
    credentialsNow,
    idempotencyKey: headers.get("x-idempotency-key") ?? undefined,
    requestId: randomUUID(),
    sourceIp: headers.get("x-forwarded-for")?.split(",")[0]?.trim(),
    signal,
  });
}

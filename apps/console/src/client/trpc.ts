import type { AppRouter } from "@fulmar/trpc";
import { createTRPCClient, httpBatchLink, httpLink, splitLink } from "@trpc/client";
import { createTRPCContext } from "@trpc/tanstack-react-query";

export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();

const url = "/api/trpc";

/** Queries of one tick travel together. Each mutation travels alone, under an idempotency key of its own. */
export function createApiClient() {
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: ({ type }) => type === "mutation",
        true: httpLink({ url, headers: () => ({ "x-idempotency-key": newIdempotencyKey() }) }),
        false: httpBatchLink({ url, maxURLLength: 4_000 }),
      }),
    ],
  });
}

/** `crypto.randomUUID` exists on secure origins only; a console in a private network may have none. */
function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

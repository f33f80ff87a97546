import type { AppRouter } from "@fulmar/trpc";
import type { QueryFunction, SkipToken } from "@tanstack/react-query";
import { createTRPCClient, httpBatchLink, httpLink, splitLink, type TRPCLink } from "@trpc/client";
import { createTRPCContext, type TRPCOptionsProxy, type TRPCQueryKey } from "@trpc/tanstack-react-query";
import { MOST_TOGETHER } from "./most-together.ts";

/**
 * The console's procedures as options for TanStack Query. The server's end of it (`server/prefetch.tsx`) has the same
 * type and writes the same keys, so that what is asked on the server need not be asked again in the browser.
 */
export type Trpc = TRPCOptionsProxy<AppRouter>;

/** What `trpc.….queryOptions(…)` gives: what is asked, and the key under which the answer is kept. */
export interface Question<Data> {
  readonly queryKey: TRPCQueryKey;
  readonly queryFn?: QueryFunction<Data, TRPCQueryKey> | SkipToken;
}

/** `useTRPCClient` is for what is asked when somebody presses a button, and kept nowhere. */
export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();

const URL = "/api/trpc";
/** Some servers on the way read no longer addresses. */
const MOST_URL = 4_000;

/** Queries of one tick travel together; a mutation travels alone, under an idempotency key of its own. */
export function createClient() {
  return createTRPCClient<AppRouter>({
    links: [
      withBody,
      splitLink({
        condition: ({ type }) => type === "mutation",
        true: httpLink({ url: URL, headers: () => ({ "x-idempotency-key": newIdempotencyKey() }) }),
        false: httpBatchLink({ url: URL, maxItems: MOST_TOGETHER, maxURLLength: MOST_URL }),
      }),
    ],
  });
}

/** A mutation without input sends an empty object: tRPC's server reads a JSON body, and an empty one is malformed. */
const withBody: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    next(op.type === "mutation" && op.input === undefined ? { ...op, input: {} } : op);

/** `crypto.randomUUID` exists on secure origins only; a console in a private network may have none. */
function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

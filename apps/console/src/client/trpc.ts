import type { AppRouter } from "@fulmar/trpc";
import type { QueryFunction, SkipToken } from "@tanstack/react-query";
import { createTRPCClient, httpBatchLink, httpLink, splitLink, type TRPCLink } from "@trpc/client";
import { createTRPCContext, type TRPCOptionsProxy, type TRPCQueryKey } from "@trpc/tanstack-react-query";
import { MOST_TOGETHER } from "./query-client.ts";

/**
 * The console's procedures as options for TanStack Query. The server side (`server/prefetch.tsx`) has the same type and
 * writes the same keys, so that the browser does not repeat the server's queries.
 */
export type Trpc = TRPCOptionsProxy<AppRouter>;

/** The options of `trpc.….queryOptions(…)`: a query and its cache key. */
export interface Question<Data> {
  readonly queryKey: TRPCQueryKey;
  readonly queryFn?: QueryFunction<Data, TRPCQueryKey> | SkipToken;
}

/** `useTRPCClient` is for calls on a button press whose answers are not cached. */
export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();

const URL = "/api/trpc";
/** Some proxies do not accept longer URLs. */
const MOST_URL = 4_000;

/** Batches the queries of one tick. Mutations are sent separately, each with its own idempotency key. */
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

/** `crypto.randomUUID` exists only in secure contexts, and a console in a private network may be served over http. */
function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

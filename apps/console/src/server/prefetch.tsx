import "server-only";
import { dehydrate, HydrationBoundary, type QueryClient } from "@tanstack/react-query";
import { createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import { headers } from "next/headers";
import { cache, type ReactNode } from "react";
import { createQueryClient } from "@/client/query-client.ts";
import { requestContext } from "./request-context.ts";
import { services } from "./services.ts";

const queryClientOfRequest = cache(() => createQueryClient());

/** Procedures called in this process, with the session of the page's request. */
export const api = cache(() =>
  createTRPCOptionsProxy({
    ctx: async () => requestContext(await headers(), new AbortController().signal),
    router: services().router,
    queryClient: queryClientOfRequest,
  }),
);

/**
 * Renders its children with what was asked for on the server, so that a page appears with its rows. A refusal is left
 * to the page itself.
 */
export async function Prefetched({
  load,
  children,
}: {
  load: (queryClient: QueryClient) => readonly Promise<void>[];
  children: ReactNode;
}) {
  const queryClient = queryClientOfRequest();
  await Promise.all(load(queryClient));
  return <HydrationBoundary state={dehydrate(queryClient)}>{children}</HydrationBoundary>;
}

import { QueryClient, type QueryClientConfig } from "@tanstack/react-query";
import { problemOf } from "./problem.ts";

/** Refusals are final. Only transient errors are retried, and only in the browser. */
function isWorthAnotherTry(failureCount: number, error: Error): boolean {
  if (typeof window === "undefined") return false;
  const { kind } = problemOf(error);
  return failureCount < 2 && (kind === "unavailable" || kind === "internal");
}

export function createQueryClient(caches: Pick<QueryClientConfig, "queryCache" | "mutationCache"> = {}): QueryClient {
  return new QueryClient({
    ...caches,
    defaultOptions: {
      queries: { staleTime: 2_000, retry: isWorthAnotherTry },
      // Offline, a change fails at once with a reason. By default it would wait, and happen when nobody expects it.
      mutations: { retry: false, networkMode: "always" },
    },
  });
}

/**
 * The most queries per request: as many as any page sends at once, and a limit on what one request costs the server.
 */
export const MOST_TOGETHER = 20;

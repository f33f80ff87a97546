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
    defaultOptions: { queries: { staleTime: 2_000, retry: isWorthAnotherTry }, mutations: { retry: false } },
  });
}

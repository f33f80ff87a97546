import "server-only";
import type { QueryClient } from "@tanstack/react-query";
import { namesInput } from "@/shell/names-input.ts";
import { api } from "./prefetch.tsx";

/** Asks for the names of what a list that was asked for refers to; nothing where it refers to nothing. */
export async function prefetchNames(
  queryClient: QueryClient,
  workspaceId: string,
  ids: readonly (string | null)[],
): Promise<void> {
  const input = namesInput(workspaceId, ids);
  if (input.ids.length > 0) await queryClient.prefetchQuery(api().search.named.queryOptions(input));
}

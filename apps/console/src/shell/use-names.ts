"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/client/trpc.ts";
import { namesInput } from "./names-input.ts";
import type { NamedResource } from "./resource-name.tsx";
import { useWorkspace } from "./workspace.tsx";

/** Names the resources that a page of a list refers to, in one question for all of them. */
export function useNames(ids: readonly (string | null)[]): (id: string) => NamedResource {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const input = namesInput(workspaceId, ids);
  const { data, isFetching, isPlaceholderData } = useQuery({
    ...trpc.search.named.queryOptions(input),
    enabled: input.ids.length > 0,
    placeholderData: keepPreviousData,
  });
  // The names of the page before say nothing of ids that were not on it.
  const absent = isPlaceholderData || (isFetching && data === undefined) ? undefined : null;
  const names = new Map(data?.map((resource) => [resource.id, resource]));
  return (id) => ({ id, found: names.get(id) ?? absent });
}

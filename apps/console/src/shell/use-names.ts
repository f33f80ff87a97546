"use client";

import type { FoundResource } from "@fulmar/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/client/trpc.ts";
import { namesInput } from "./names-input.ts";
import type { NamedResource } from "./resource-name.tsx";
import { useWorkspace } from "./workspace.tsx";

interface Names {
  readonly data: readonly FoundResource[] | undefined;
  readonly isLoading: boolean;
  /** What `data` has is then of other ids, those that were asked for before. */
  readonly isPlaceholderData: boolean;
}

/** Names the resources that a page of a list refers to, in one question for all of them. */
export function useNames(ids: readonly (string | null)[]): (id: string) => NamedResource {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const input = namesInput(workspaceId, ids);
  const { data, isLoading, isPlaceholderData }: Names = useQuery({
    ...trpc.search.named.queryOptions(input),
    enabled: input.ids.length > 0,
    placeholderData: keepPreviousData,
  });
  const absent = isLoading || isPlaceholderData ? undefined : null;
  const names = new Map(data?.map((resource) => [resource.id, resource]));
  return (id) => ({ id, found: names.get(id) ?? absent });
}

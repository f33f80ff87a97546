"use client";

import type { FoundResource } from "@fulmar/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTRPC } from "@/client/trpc.ts";
import { namesInput } from "./names-input.ts";
import { useWorkspace } from "./workspace.tsx";

/** What the resources of a page of a list are called, by their ids, in one question for all of them; undefined until that is known. */
export function useNames(ids: readonly (string | null)[]): ReadonlyMap<string, FoundResource> | undefined {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const input = namesInput(workspaceId, ids);
  const { data, isError } = useQuery({ ...trpc.search.named.queryOptions(input), enabled: input.ids.length > 0, placeholderData: keepPreviousData });
  return useMemo(() => {
    // Without an answer the ids are all there is to show.
    if (data === undefined) return isError ? new Map() : undefined;
    return new Map(data.map((resource) => [resource.id, resource]));
  }, [data, isError]);
}

"use client";

import type { FoundResource } from "@fulmar/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, use } from "react";
import { useTRPC } from "@/client/trpc.ts";
import { namesQuestion } from "../client/list.ts";
import type { NamedResource } from "./resource-name.tsx";
import { WorkspaceContext } from "./workspace.tsx";

interface NamesAnswer {
  readonly data: readonly FoundResource[] | undefined;
  readonly isLoading: boolean;
  /** Whether `data` still belongs to the previous ids. */
  readonly isPlaceholderData: boolean;
}

/** Fetches the names of all resources that a list's page refers to, in one request. */
export function useNames(ids: readonly (string | null)[]): (id: string) => NamedResource {
  const workspaceId = use(WorkspaceContext)?.workspaceId;
  const { data, isLoading, isPlaceholderData }: NamesAnswer = useQuery({
    ...namesQuestion(useTRPC(), { workspaceId: workspaceId ?? "" }, ids),
    // A list of the installation names no resources of a workspace.
    enabled: workspaceId !== undefined && ids.some((id) => id !== null),
    placeholderData: keepPreviousData,
  });
  const absent = isLoading || isPlaceholderData ? undefined : null;
  const names = new Map(data?.map((resource) => [resource.id, resource]));
  return (id) => ({ id, found: names.get(id) ?? absent });
}

const NamesContext = createContext<(id: string) => NamedResource>((id) => ({ id, found: null }));

/** Fetches names for all cells of a table. */
export function Names({ ids, children }: { ids: readonly (string | null)[]; children: ReactNode }) {
  return <NamesContext value={useNames(ids)}>{children}</NamesContext>;
}

/** The resource that a cell refers to, or null if there is none. */
export function useName(id: string | null): NamedResource | null {
  const nameOf = use(NamesContext);
  return id === null ? null : nameOf(id);
}

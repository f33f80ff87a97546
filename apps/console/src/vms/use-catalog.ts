"use client";

import { useQuery } from "@tanstack/react-query";
import { wholeInput } from "@/client/list.ts";
import { useTRPC } from "@/client/trpc.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

/** The catalog changes seldom: with a release, or when an operator retires something. */
const KEPT_MS = 300_000;

export function usePlans() {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  return useQuery({ ...trpc.plan.list.queryOptions(wholeInput(workspaceId)), staleTime: KEPT_MS });
}

export function useImages() {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  return useQuery({ ...trpc.image.list.queryOptions(wholeInput(workspaceId)), staleTime: KEPT_MS });
}

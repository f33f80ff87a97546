"use client";

import type { Volume } from "@fulmar/contract";
import { useQueries } from "@tanstack/react-query";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { useVm } from "./vm-place.tsx";

/**
 * The VM's attached volumes, fetched in one request because there are few.
 * @returns those loaded so far, whether all of them are, and the first error
 */
export function useVolumes(): {
  readonly volumes: readonly Volume[];
  readonly complete: boolean;
  readonly error: unknown;
  readonly refetch: () => Promise<unknown>;
} {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const { vm } = useVm();
  return useQueries({
    queries: vm.volume_ids.map((volume_id) => ({
      ...trpc.volume.get.queryOptions({ workspace_id: workspaceId, volume_id }),
      refetchInterval: refreshEvery(vm.operation_id !== null),
    })),
    combine: (results) => ({
      volumes: results.flatMap(({ data }) => (data === undefined ? [] : [data])),
      complete: results.every(({ data }) => data !== undefined),
      error: results.find(({ error }) => error !== null)?.error ?? null,
      refetch: () => Promise.all(results.map(({ refetch }) => refetch())),
    }),
  });
}

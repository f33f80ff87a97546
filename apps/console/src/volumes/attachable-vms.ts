"use client";

import { type CloudVm, type GpuVm, vmRefusal } from "@fulmar/contract";
import { useQueries } from "@tanstack/react-query";
import { useTRPC } from "@/client/trpc.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

/** The cloud and GPU VMs of a site that can be given a volume now, by name. */
export function useAttachableVms(siteId: string): {
  readonly list: readonly (CloudVm | GpuVm)[];
  readonly loading: boolean;
  readonly error: unknown;
} {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const input = { workspace_id: workspaceId, site_id: siteId, limit: 1000 };
  const [cloud, gpu] = useQueries({
    queries: [trpc.cloudVm.list.queryOptions(input), trpc.gpuVm.list.queryOptions(input)],
  });
  const list = [...(cloud.data?.items ?? []), ...(gpu.data?.items ?? [])]
    .filter(({ status }) => vmRefusal(status, "attach_volume") === null)
    .sort((one, other) => one.name.localeCompare(other.name));
  return { list, loading: cloud.isPending || gpu.isPending, error: cloud.error ?? gpu.error };
}

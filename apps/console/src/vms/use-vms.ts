"use client";

import type { VmStatus } from "@fulmar/contract";
import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { wholeInput } from "@/client/list.ts";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

/** A VM, as networking pages show it. */
export interface ListedVm {
  readonly id: string;
  readonly name: string;
  readonly status: VmStatus;
  readonly page: "cloud-vms" | "gpu-vms";
}

/** The workspace's VMs of both kinds by id, the newest thousand of each. Empty until loaded. */
export function useVms(): ReadonlyMap<string, ListedVm> {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const input = wholeInput(workspaceId);
  const [cloud, gpu] = useQueries({
    queries: [
      { ...trpc.cloudVm.list.queryOptions(input), refetchInterval: refreshEvery(false) },
      { ...trpc.gpuVm.list.queryOptions(input), refetchInterval: refreshEvery(false) },
    ],
  });
  const [clouds, gpus] = [cloud.data?.items, gpu.data?.items];
  return useMemo(() => {
    const vms = [
      ...(clouds ?? []).map(({ id, name, status }): ListedVm => ({ id, name, status, page: "cloud-vms" })),
      ...(gpus ?? []).map(({ id, name, status }): ListedVm => ({ id, name, status, page: "gpu-vms" })),
    ];
    return new Map(vms.map((vm) => [vm.id, vm]));
  }, [clouds, gpus]);
}

"use client";

import { type CloudVmDetail, type GpuVmDetail, VM_STATES } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { type VmKind, vmInput } from "./vm-queries.ts";

/** The record of a VM of either kind. */
export type Vm = CloudVmDetail | GpuVmDetail;

/**
 * The record of a VM of either kind, polled often while it changes. There is one query per kind, of which one is
 * enabled, because their answers differ in type.
 * @param vmId null asks for none
 */
export function useVmQuery(kind: VmKind, vmId: string | null) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const input = vmInput(workspaceId, vmId ?? "");
  const refetchInterval = ({ state }: { state: { data: Vm | undefined } }) =>
    refreshEvery(
      state.data !== undefined && (VM_STATES[state.data.status].changing || state.data.operation_id !== null),
    );
  const cloud = useQuery({
    ...trpc.cloudVm.get.queryOptions(input),
    enabled: kind === "cloud" && vmId !== null,
    refetchInterval,
  });
  const gpu = useQuery({
    ...trpc.gpuVm.get.queryOptions(input),
    enabled: kind === "gpu" && vmId !== null,
    refetchInterval,
  });
  return kind === "gpu" ? gpu : cloud;
}

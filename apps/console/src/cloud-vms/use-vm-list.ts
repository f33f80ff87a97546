"use client";

import { VM_STATES } from "@fulmar/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { useListChoice } from "@/client/use-list-choice.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import type { VmKind } from "@/vm-detail/vm-kind.ts";
import type { AnyVm } from "./any-vm.ts";
import { VM_LIST, vmListInput } from "./vm-list-query.ts";

/**
 * One page of the VMs of a kind, followed closely while one of them changes. Two questions of which one is asked: their
 * answers differ.
 */
export function useVmList(kind: VmKind, cursor: string | undefined) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const { choice } = useListChoice(VM_LIST);
  const input = vmListInput(workspaceId, choice, cursor);
  const refetchInterval = ({ state }: { state: { data: { items: readonly AnyVm[] } | undefined } }) =>
    refreshEvery(state.data?.items.some((vm) => VM_STATES[vm.status].changing) ?? false);
  const options = { placeholderData: keepPreviousData, refetchInterval };
  const cloud = useQuery({ ...trpc.cloudVm.list.queryOptions(input), ...options, enabled: kind === "cloud" });
  const gpu = useQuery({ ...trpc.gpuVm.list.queryOptions(input), ...options, enabled: kind === "gpu" });
  return kind === "gpu" ? gpu : cloud;
}

"use client";

import { VM_STATES } from "@fulmar/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { pageOf } from "@/client/list.ts";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { useListChoice } from "@/client/use-list.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import type { VmKind } from "@/vm-detail/vm-kind.ts";
import type { AnyVm } from "./any-vm.ts";
import { cloudVmList, gpuVmList, VM_LIST } from "./vm-list-query.ts";

/**
 * One page of the VMs of a kind, followed closely while one of them changes. Two questions of which one is asked: their
 * answers differ.
 */
export function useVmList(kind: VmKind, cursor: string | undefined) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const { choice } = useListChoice(VM_LIST);
  const page = pageOf(choice, cursor);
  const refetchInterval = ({ state }: { state: { data: { items: readonly AnyVm[] } | undefined } }) =>
    refreshEvery(state.data?.items.some((vm) => VM_STATES[vm.status].changing) ?? false);
  const options = { placeholderData: keepPreviousData, refetchInterval };
  const cloud = useQuery({ ...cloudVmList.ask(trpc, { workspaceId }, page), ...options, enabled: kind === "cloud" });
  const gpu = useQuery({ ...gpuVmList.ask(trpc, { workspaceId }, page), ...options, enabled: kind === "gpu" });
  return kind === "gpu" ? gpu : cloud;
}

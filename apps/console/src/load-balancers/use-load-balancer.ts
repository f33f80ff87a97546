"use client";

import type { LoadBalancerTarget } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import type { ListedVm } from "@/vms/listed-vms.tsx";
import { balancerPartsInput, loadBalancerInput } from "./load-balancer-queries.ts";
import { isChanging } from "./load-balancer-status-badge.tsx";

/**
 * The polling interval of the targets' health, in milliseconds. Health changes without requests, and providers check
 * every few seconds.
 */
const HEALTH_MS = 5_000;

export function useLoadBalancer(loadBalancerId: string) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  return useQuery({
    ...trpc.loadBalancer.get.queryOptions(loadBalancerInput(workspaceId, loadBalancerId)),
    refetchInterval: ({ state }) => refreshEvery(state.data !== undefined && isChanging(state.data.status)),
  });
}

export function useListeners(loadBalancerId: string) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  return useQuery({
    ...trpc.loadBalancerListener.list.queryOptions(balancerPartsInput(workspaceId, loadBalancerId)),
    refetchInterval: refreshEvery(false),
  });
}

export function usePools(loadBalancerId: string) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  return useQuery({
    ...trpc.loadBalancerPool.list.queryOptions(balancerPartsInput(workspaceId, loadBalancerId)),
    refetchInterval: refreshEvery(false),
  });
}

/** The certificates of the balancer's domains. Authorities are asked without requests. */
export function useCertificates(loadBalancerId: string) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  return useQuery({
    ...trpc.loadBalancer.certificates.queryOptions(balancerPartsInput(workspaceId, loadBalancerId)),
    refetchInterval: ({ state }) => refreshEvery(state.data?.items.some(({ status }) => status !== "active") ?? false),
  });
}

export function useHealth(loadBalancerId: string) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  return useQuery({
    ...trpc.loadBalancer.health.queryOptions(loadBalancerInput(workspaceId, loadBalancerId)),
    refetchInterval: HEALTH_MS,
  });
}

/** The name of a target with its port: "web-1:8080". */
export function targetName(
  { vm_id, ip, port }: Pick<LoadBalancerTarget, "vm_id" | "ip" | "port">,
  vms: ReadonlyMap<string, ListedVm>,
): string {
  return `${vm_id === null ? ip : (vms.get(vm_id)?.name ?? vm_id)}:${port}`;
}

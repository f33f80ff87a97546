"use client";

import {
  heldRefusal,
  networkRefusal,
  type Scope,
  VM_STATES,
  type VmAction,
  type Volume,
  vmRefusal,
} from "@fulmar/contract";
import { useMutation, useQueries, useQuery } from "@tanstack/react-query";
import { createContext, use, useMemo } from "react";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { hasEnded } from "@/operations/operation-status-badge.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import type { Vm } from "../use-vm-query.ts";
import { type VmKind, vmInput, vmPlans, vmProcedures } from "../vm-queries.ts";
import { latestInput } from "./tab-queries.ts";

/** The VM of the page, which its layout keeps up to date. */
export const VmContext = createContext<{ readonly kind: VmKind; readonly vm: Vm } | null>(null);

const ADOPTED =
  "The VM was adopted with the network that its operator made: it can be in no VPC and no firewall group, and " +
  "have no reserved IP.";

/** The VM of this page, its actions and their refusals. */
export function useVm() {
  const place = use(VmContext);
  if (place === null) throw new Error("this component is not inside a VM's page");
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const { kind, vm } = place;
  const adopted = vm.adopted_at === null ? null : ADOPTED;
  return useMemo(
    () => ({
      kind,
      vm,
      procedures: vmProcedures(trpc, kind),
      plans: vmPlans(trpc, kind),
      target: vmInput(workspaceId, vm.id),
      /** The role's refusal takes precedence: a user who may never do it need not wait for another state. */
      refusal: (action: VmAction, scope: Scope = "vm.write") =>
        roleRefusal(scope) ?? (heldRefusal(vm.held_reason, action) ?? vmRefusal(vm.status, action))?.reason ?? null,
      /** The same for what changes its network. */
      networkRefusal: () => roleRefusal("network.write") ?? adopted ?? networkRefusal(vm.status)?.reason ?? null,
      groupsRefusal: () => roleRefusal("vm.write") ?? adopted ?? vmRefusal(vm.status, "update")?.reason ?? null,
    }),
    [kind, vm, adopted, trpc, workspaceId, roleRefusal],
  );
}

/** The VM's current operation, or the last failed one. Undefined if there is neither. */
export function useLatestOperation() {
  const { workspaceId } = useWorkspace();
  const { vm, procedures } = useVm();
  const latest = useQuery({
    ...procedures.vm.operations.queryOptions(latestInput(workspaceId, vm.id)),
    refetchInterval: ({ state: { data } }) =>
      refreshEvery(
        VM_STATES[vm.status].changing ||
          vm.operation_id !== null ||
          (data?.items.some(({ status }) => !hasEnded(status)) ?? false),
      ),
  });
  const [operation] = latest.data?.items ?? [];
  if (operation === undefined) return undefined;
  const noteworthy = !hasEnded(operation.status) || operation.status === "failed" || operation.status === "timed_out";
  return noteworthy ? operation : undefined;
}

/** The VM's network, polled often until its site has applied it. */
export function useNetwork() {
  const trpc = useTRPC();
  const { target } = useVm();
  return useQuery({
    ...trpc.vmNetwork.get.queryOptions(target),
    refetchInterval: ({ state: { data } }) => refreshEvery(data?.pending_changes ?? false),
  });
}

/**
 * Changes a VM of either kind. There is one mutation per kind, of which one is used, because their answers differ in
 * type.
 */
export function useUpdateVm(handlers: { onSuccess: (vm: Vm) => unknown; onError?: (error: unknown) => void }) {
  const trpc = useTRPC();
  const { kind } = useVm();
  const cloud = useMutation(trpc.cloudVm.update.mutationOptions(handlers));
  const gpu = useMutation(trpc.gpuVm.update.mutationOptions(handlers));
  return kind === "gpu" ? gpu : cloud;
}

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

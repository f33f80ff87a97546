"use client";

import { useMutation } from "@tanstack/react-query";
import { type PlanQuestion, planOf } from "@/client/plan-question.ts";
import { useTRPC } from "@/client/trpc.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import type { PowerAction } from "./power.ts";
import { type AnyVm, type VmKind, vmPlans, vmProcedures } from "./vm-queries.ts";

/** Sends an action for a VM of either kind. The promise rejects with the refusal. */
export function usePower(kind: VmKind) {
  const { workspaceId } = useWorkspace();
  const { vm } = vmProcedures(useTRPC(), kind);
  const start = useMutation(vm.start.mutationOptions());
  const stop = useMutation(vm.stop.mutationOptions());
  const reboot = useMutation(vm.reboot.mutationOptions());
  const remove = useMutation(vm.delete.mutationOptions());
  return (action: PowerAction, vmId: string, force: boolean): Promise<unknown> => {
    const target = { workspace_id: workspaceId, vm_id: vmId };
    if (action === "start") return start.mutateAsync(target);
    if (action === "delete") return remove.mutateAsync(target);
    return action === "stop" ? stop.mutateAsync({ ...target, force }) : reboot.mutateAsync({ ...target, force });
  };
}

/** Asks what an action for a VM of either kind would do. */
export function usePowerPlan(kind: VmKind) {
  const { workspaceId } = useWorkspace();
  const { vm: plans } = vmPlans(useTRPC(), kind);
  return (action: PowerAction, { id, name }: AnyVm, force: boolean): PlanQuestion => {
    const target = { workspace_id: workspaceId, vm_id: id };
    if (action === "start") return planOf(plans.start, target, name);
    if (action === "delete") return planOf(plans.delete, target, name);
    return planOf(action === "stop" ? plans.stop : plans.reboot, { ...target, force }, name);
  };
}

"use client";

import { type CloudVmDetail, type GpuVmDetail, type Scope, type VmAction, vmRefusal } from "@fulmar/contract";
import { createContext, use, useMemo } from "react";
import { useTRPC } from "@/client/trpc.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { type VmKind, vmInput, vmPlans, vmProcedures } from "./vm-queries.ts";

export type Vm = CloudVmDetail | GpuVmDetail;

/** The VM of the page, which its layout keeps up to date. */
export const VmContext = createContext<{ readonly kind: VmKind; readonly vm: Vm } | null>(null);

/** The VM of this page, its actions and their refusals. */
export function useVm() {
  const place = use(VmContext);
  if (place === null) throw new Error("this component is not inside a VM's page");
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const { kind, vm } = place;
  return useMemo(
    () => ({
      kind,
      vm,
      procedures: vmProcedures(trpc, kind),
      plans: vmPlans(trpc, kind),
      target: vmInput(workspaceId, vm.id),
      /** The role's refusal takes precedence: a user who may never do it need not wait for another state. */
      refusal: (action: VmAction, scope: Scope = "vm.write") =>
        roleRefusal(scope) ?? vmRefusal(vm.status, action)?.reason ?? null,
    }),
    [kind, vm, trpc, workspaceId, roleRefusal],
  );
}

"use client";

import { networkRefusal, type Scope, type VmAction, vmRefusal } from "@fulmar/contract";
import { createContext, use, useMemo } from "react";
import { useTRPC } from "@/client/trpc.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import type { Vm } from "@/vms/use-vm-query.ts";
import { type VmKind, vmInput, vmPlans, vmProcedures } from "@/vms/vm-queries.ts";

/** The VM of the page, which its layout keeps up to date. */
export const VmContext = createContext<{ readonly kind: VmKind; readonly vm: Vm } | null>(null);

const ADOPTED =
  "The VM was adopted with the network that its operator made: it can be in no VPC and no firewall group, and have no reserved IP.";

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
        roleRefusal(scope) ?? vmRefusal(vm.status, action)?.reason ?? null,
      /** The same for what changes its network. */
      networkRefusal: () => roleRefusal("network.write") ?? adopted ?? networkRefusal(vm.status)?.reason ?? null,
      groupsRefusal: () => roleRefusal("vm.write") ?? adopted ?? vmRefusal(vm.status, "update")?.reason ?? null,
    }),
    [kind, vm, adopted, trpc, workspaceId, roleRefusal],
  );
}

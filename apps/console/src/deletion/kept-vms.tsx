"use client";

import { useMutation } from "@tanstack/react-query";
import { planOf } from "@/client/plan-question.ts";
import { useTRPC } from "@/client/trpc.ts";
import { columnsOf, hiddenTitle } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { useVmListContext } from "@/vms/vm-list-context.ts";
import type { AnyVm } from "@/vms/vm-queries.ts";
import { KeptActions } from "./kept-actions.tsx";

const column = columnsOf<AnyVm>();

/** The columns of deleted VMs that can be restored. */
export const keptVmColumns = [
  column("name", "Name", (vm) => <span className="font-medium">{vm.name}</span>),
  column("size", "Plan", (vm) => <span className="whitespace-nowrap">{vm.plan_name}</span>),
  column(
    "restorable",
    "Can be restored until",
    (vm) => vm.restorable_until !== undefined && <DateTime iso={vm.restorable_until} />,
  ),
  column("actions", hiddenTitle("Actions"), (vm) => <KeptVmActions vm={vm} />),
];

function KeptVmActions({ vm: { id, name } }: { vm: AnyVm }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const { kind } = useVmListContext();
  const trpc = useTRPC();
  const restoreCloud = useMutation(trpc.cloudVm.restore.mutationOptions());
  const restoreGpu = useMutation(trpc.gpuVm.restore.mutationOptions());
  const purgeCloud = useMutation(trpc.cloudVm.purge.mutationOptions());
  const purgeGpu = useMutation(trpc.gpuVm.purge.mutationOptions());
  const [restore, purge] = kind === "gpu" ? [restoreGpu, purgeGpu] : [restoreCloud, purgeCloud];
  const target = { workspace_id: workspaceId, vm_id: id };
  return (
    <KeptActions
      what="VM"
      name={name}
      refusal={roleRefusal("vm.write")}
      restored={`Restoring ${name}`}
      restore={{ ...restore, mutateAsync: () => restore.mutateAsync(target) }}
      purgePlan={planOf(kind === "gpu" ? trpc.changePlan.gpuVm.purge : trpc.changePlan.cloudVm.purge, target)}
      purge={{ ...purge, mutateAsync: () => purge.mutateAsync(target) }}
    />
  );
}

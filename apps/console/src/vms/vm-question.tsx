"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { onDemand } from "@/client/on-demand.tsx";
import { type PlanQuestion, planOf } from "@/client/plan-question.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CheckOption } from "@/components/check-option.tsx";
import { Confirm } from "@/components/confirm.tsx";
import { notify } from "@/components/toast-store.ts";
import { useDeletionWindow } from "@/deletion/use-deletion-window.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { type Kept, NOTHING_KEPT, POWER, type PowerAction, usePower } from "./power.ts";
import { type AnyVm, type VmKind, vmPlans } from "./vm-queries.ts";

const KeepPoints = onDemand(async () => (await import("./keep-points.tsx")).KeepPoints);

/** Asks for confirmation before a VM of the list is changed. Deletion requires typing its name. */
export function VmQuestion({
  kind,
  action,
  vm,
  open,
  onClose,
}: {
  kind: VmKind;
  action: PowerAction;
  vm: AnyVm;
  open: boolean;
  onClose: () => void;
}) {
  const power = usePower(kind);
  const planFor = usePowerPlan(kind);
  const queryClient = useQueryClient();
  const [force, setForce] = useState(false);
  const [kept, setKept] = useState(NOTHING_KEPT);
  const keptFor = useDeletionWindow();
  const { verb, doing, meaning, forcible } = POWER[action];
  const change = useMutation({
    mutationFn: () => power(action, vm.id, force, kept),
    onSuccess: async () => {
      onClose();
      notify.begun(`${doing} ${vm.name}`, undefined, vm.id);
      await queryClient.invalidateQueries();
    },
  });
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={`${verb} ${vm.name}?`}
      lead={action === "delete" && keptFor !== null ? keptMeaning(keptFor) : meaning}
      action={`${verb} VM`}
      {...(action === "delete" && { typeName: vm.name })}
      plan={planFor(action, vm, force, kept)}
      busy={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate()}
    >
      {forcible && <ForceOption checked={force} onChange={setForce} />}
      {action === "delete" && open && <KeepPoints kind={kind} vmId={vm.id} kept={kept} onChange={setKept} />}
    </Confirm>
  );
}

/** The explanation of a deletion in a workspace that keeps deleted VMs. */
function keptMeaning(keptFor: string): string {
  return (
    `It is stopped, and can be restored for ${keptFor} with its disk, snapshots and backups. ` +
    "Its root disk is charged until then. Its volumes stay."
  );
}

/** Offers to skip the graceful shutdown. */
export function ForceOption({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <CheckOption
      label="Force"
      hint="Do not ask the machine to shut down first; unsaved data may be lost."
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

/** Asks what an action for a VM of either kind would do. */
export function usePowerPlan(kind: VmKind) {
  const { workspaceId } = useWorkspace();
  const { vm: plans } = vmPlans(useTRPC(), kind);
  return (action: PowerAction, { id, name }: AnyVm, force: boolean, kept: Kept = NOTHING_KEPT): PlanQuestion => {
    const target = { workspace_id: workspaceId, vm_id: id };
    if (action === "start") return planOf(plans.start, target, name);
    if (action === "delete") return planOf(plans.delete, { ...target, ...kept }, name);
    return planOf(action === "stop" ? plans.stop : plans.reboot, { ...target, force }, name);
  };
}

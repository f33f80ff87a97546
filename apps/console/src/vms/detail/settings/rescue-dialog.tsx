"use client";

import { useMutation } from "@tanstack/react-query";
import { planOf } from "@/client/plan-question.ts";
import { Confirm } from "@/components/confirm.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useVm } from "../vm-place.tsx";

export function RescueDialog({ open, onClose }: DialogState) {
  const { vm, procedures, plans, target } = useVm();
  const changed = useChanged("begun", vm.id);
  const on = !vm.rescue_enabled;
  const rescue = useMutation(
    procedures.vm.rescue.mutationOptions({
      onSuccess: () => {
        onClose();
        return changed(`Turning the rescue mode of ${vm.name} ${on ? "on" : "off"}`);
      },
    }),
  );
  const restarts = vm.status === "running" ? " The VM restarts for this." : "";
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={`Turn rescue mode ${on ? "on" : "off"} for ${vm.name}?`}
      lead={`${on ? "The machine boots a rescue system, with its own root disk attached." : "The machine boots from its own root disk again."}${restarts}`}
      action={on ? "Turn on" : "Turn off"}
      plan={planOf(plans.vm.rescue, { ...target, enabled: on })}
      busy={rescue.isPending}
      error={rescue.error}
      onConfirm={() => rescue.mutate({ ...target, enabled: on })}
    />
  );
}

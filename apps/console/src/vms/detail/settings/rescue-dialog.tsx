"use client";

import { ConfirmChange } from "@/components/confirm.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useVm } from "../vm-place.tsx";

export function RescueDialog({ open, onClose }: DialogState) {
  const { vm, procedures, plans, target } = useVm();
  const changed = useChanged("begun", vm.id);
  const on = !vm.rescue_enabled;
  const restarts = vm.status === "running" ? " The VM restarts for this." : "";
  return (
    <ConfirmChange
      open={open}
      onClose={onClose}
      title={`Turn rescue mode ${on ? "on" : "off"} for ${vm.name}?`}
      lead={
        <>
          {on
            ? "The machine boots a rescue system, with its own root disk attached."
            : "The machine boots from its own root disk again."}
          {restarts}
        </>
      }
      action={on ? "Turn on" : "Turn off"}
      change={procedures.vm.rescue}
      input={{ ...target, enabled: on }}
      plan={plans.vm.rescue}
      onDone={() => changed(`Turning the rescue mode of ${vm.name} ${on ? "on" : "off"}`)}
    />
  );
}

"use client";

import { useMutation } from "@tanstack/react-query";
import { Confirm } from "@/components/confirm.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useVm } from "../vm-place.tsx";

export function DisableBackups({ open, onClose }: DialogState) {
  const { vm, procedures, target } = useVm();
  const changed = useChanged();
  const disable = useMutation(
    procedures.policy.disable.mutationOptions({
      onSuccess: () => {
        onClose();
        return changed(`${vm.name} is no longer backed up by schedule`);
      },
    }),
  );
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={`Disable the backups of ${vm.name}?`}
      lead="Nothing runs by schedule any more. The backups that there are stay until they expire or are deleted; the policy can be enabled again."
      action="Disable backups"
      busy={disable.isPending}
      error={disable.error}
      onConfirm={() => disable.mutate(target)}
    />
  );
}

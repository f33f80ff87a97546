"use client";

import { type Volume, volumeRefusal } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { Confirm } from "@/components/confirm.tsx";
import { DialogButton, type DialogState } from "@/components/dialog-button.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useVm } from "../vm-place.tsx";

export function DetachVolume({ volume }: { volume: Volume }) {
  const { refusal } = useVm();
  return (
    <DialogButton
      aria-label={`Detach ${volume.name}`}
      refusal={refusal("detach_volume") ?? volumeRefusal(volume.status, "detach")?.reason ?? null}
      dialog={(state) => <DetachQuestion volume={volume} {...state} />}
    >
      Detach
    </DialogButton>
  );
}

function DetachQuestion({ volume, open, onClose }: { volume: Volume } & DialogState) {
  const { vm, procedures, target } = useVm();
  const changed = useChanged("begun");
  const detach = useMutation(
    procedures.vm.detachVolume.mutationOptions({
      onSuccess: () => {
        onClose();
        return changed(`Detaching ${volume.name}`);
      },
    }),
  );
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={`Detach ${volume.name} from ${vm.name}?`}
      lead="Unmount it in the VM first: what was not written yet is lost. The volume keeps what it holds."
      action="Detach volume"
      busy={detach.isPending}
      error={detach.error}
      onConfirm={() => detach.mutate({ ...target, volume_id: volume.volume_id })}
    />
  );
}

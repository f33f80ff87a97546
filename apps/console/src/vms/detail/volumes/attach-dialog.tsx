"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { wholeInput } from "@/client/list.ts";
import { useTRPC } from "@/client/trpc.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { SelectField } from "@/components/field.tsx";
import { ChoiceDialog } from "@/components/form-dialog.tsx";
import { useSites } from "@/components/sites.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { gigabytes } from "@/vms/plan.ts";
import { TYPE_NAME } from "@/volumes/volume-badges.tsx";
import { useVm } from "../vm-place.tsx";

/** Selects a free volume at the VM's site. */
export function AttachDialog({ open, onClose }: DialogState) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const { vm, procedures, target } = useVm();
  const changed = useChanged("begun", vm.id);
  const [volumeId, setVolumeId] = useState("");
  const list = useQuery(
    trpc.volume.list.queryOptions({ ...wholeInput(workspaceId), status: ["available"], sort: "name" }),
  );
  const volumes = list.data?.items.filter(({ site_id }) => site_id === vm.site_id);
  const site = useSites().find(({ site_id }) => site_id === vm.site_id)?.name ?? vm.site_id;
  const none = volumes?.length === 0 ? `No volume at ${site} is available; create a new one.` : null;
  return (
    <ChoiceDialog
      open={open}
      onClose={onClose}
      title={`Attach a volume to ${vm.name}`}
      lead="It becomes a disk of the VM, whether running or not."
      action="Attach volume"
      error={list.error}
      refusal={none ?? (volumeId === "" ? "Choose a volume first." : null)}
      change={procedures.vm.attachVolume}
      input={{ ...target, volume_id: volumeId }}
      onDone={() =>
        changed(`Attaching ${volumes?.find(({ volume_id }) => volume_id === volumeId)?.name ?? "the volume"}`)
      }
    >
      <SelectField
        label="Volume"
        hint={volumes === undefined ? "Looking for volumes…" : (none ?? `Available volumes at ${site}`)}
        value={volumeId}
        onChange={(event) => setVolumeId(event.currentTarget.value)}
      >
        <option value="">Choose a volume</option>
        {volumes?.map((volume) => (
          <option key={volume.volume_id} value={volume.volume_id}>
            {volume.name} · {gigabytes(volume.size_gb)} {TYPE_NAME[volume.type]}
          </option>
        ))}
      </SelectField>
    </ChoiceDialog>
  );
}

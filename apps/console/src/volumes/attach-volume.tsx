"use client";

import { type CloudVm, type GpuVm, type Volume, vmRefusal } from "@fulmar/contract";
import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { wholeInput } from "@/client/list.ts";
import { useTRPC } from "@/client/trpc.ts";
import { SelectField } from "@/components/field.tsx";
import { ChoiceDialog } from "@/components/form-dialog.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

/** Selects the VM for a volume: a running or stopped one at its site. */
export function AttachVolume({ volume, onClose }: { volume: Volume; onClose: () => void }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [vmId, setVmId] = useState("");
  const vms = useAttachableVms(volume.site_id);
  const hint = vms.loading
    ? "Looking for VMs…"
    : vms.list.length === 0
      ? `No VM at ${volume.site_id} is running or stopped.`
      : `Running and stopped VMs at ${volume.site_id}`;
  return (
    <ChoiceDialog
      open
      onClose={onClose}
      title={`Attach ${volume.name}`}
      lead={
        <>
          The volume becomes a disk of the VM, running or not. A new volume has no file system yet: create one in the
          VM.
        </>
      }
      action="Attach volume"
      error={vms.error}
      refusal={vmId === "" ? "Choose a VM first." : null}
      change={trpc.volume.attach}
      input={{ workspace_id: workspaceId, volume_id: volume.volume_id, vm_id: vmId }}
      onDone={async () => {
        notify.begun(`Attaching ${volume.name}`, "The VM sees it as a new disk in a moment.", vmId);
        await queryClient.invalidateQueries(trpc.volume.pathFilter());
      }}
    >
      <SelectField label="VM" hint={hint} value={vmId} onChange={(event) => setVmId(event.currentTarget.value)}>
        <option value="">Choose a VM</option>
        {vms.list.map((vm) => (
          <option key={vm.id} value={vm.id}>
            {vm.name} · {vm.status}
          </option>
        ))}
      </SelectField>
    </ChoiceDialog>
  );
}

/** The cloud and GPU VMs of a site that can attach a volume now, by name. */
export function useAttachableVms(siteId: string): {
  readonly list: readonly (CloudVm | GpuVm)[];
  readonly loading: boolean;
  readonly error: unknown;
} {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const input = { ...wholeInput(workspaceId), site_id: [siteId] };
  const [cloud, gpu] = useQueries({
    queries: [trpc.cloudVm.list.queryOptions(input), trpc.gpuVm.list.queryOptions(input)],
  });
  const list = [...(cloud.data?.items ?? []), ...(gpu.data?.items ?? [])]
    .filter(({ status }) => vmRefusal(status, "attach_volume") === null)
    .sort((one, other) => one.name.localeCompare(other.name));
  return { list, loading: cloud.isPending || gpu.isPending, error: cloud.error ?? gpu.error };
}

"use client";

import { type Volume, volumeRefusal } from "@fulmar/contract";
import { HardDrive, Plus } from "lucide-react";
import { onDemand } from "@/client/on-demand.tsx";
import { ConfirmChange } from "@/components/confirm.tsx";
import { columnsOf, DataTable, hiddenTitle, TableSkeleton } from "@/components/data-table.tsx";
import { DialogButton, type DialogState } from "@/components/dialog-button.tsx";
import { Section } from "@/components/facts.tsx";
import { NameCell } from "@/components/name-cell.tsx";
import { Panel, ProblemPanel } from "@/components/problem-panel.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { gigabytes } from "@/vms/plan.ts";
import { TYPE_NAME, VolumeStatusBadge } from "@/volumes/volume-badges.tsx";
import { useVm, useVolumes } from "../vm-place.tsx";

const AttachDialog = onDemand(async () => (await import("./attach-dialog.tsx")).AttachDialog);
const CreateDialog = onDemand(async () => (await import("./create-dialog.tsx")).CreateDialog);

/** The attached data volumes. The root disk belongs to the VM. */
export function VolumesTab() {
  const { refusal } = useVm();
  const { roleRefusal } = useWorkspace();
  const attach = refusal("attach_volume");
  return (
    <Section
      title="Volumes"
      lead="Disks besides the root disk. They stay when the VM is deleted."
      actions={
        <>
          <DialogButton refusal={attach} dialog={(state) => <AttachDialog {...state} />}>
            Attach a volume
          </DialogButton>
          <DialogButton
            look="primary"
            refusal={roleRefusal("block-storage.write") ?? attach}
            dialog={(state) => <CreateDialog {...state} />}
          >
            <Plus className="size-4" aria-hidden />
            New volume
          </DialogButton>
        </>
      }
    >
      <AttachedVolumes />
    </Section>
  );
}

function AttachedVolumes() {
  const { vm } = useVm();
  const { volumes, complete, error, refetch } = useVolumes();
  if (vm.volume_ids.length === 0) {
    return (
      <Panel icon={<HardDrive className="size-5" aria-hidden />} title="No volumes attached">
        <p>
          A volume keeps data apart from the VM: it can be grown, and attached to another VM later. Attach one, or
          create a new one.
        </p>
      </Panel>
    );
  }
  if (!complete && error !== null) return <ProblemPanel error={error} onRetry={() => void refetch()} />;
  if (!complete) return <TableSkeleton rows={vm.volume_ids.length} />;
  return (
    <DataTable label="Attached volumes" columns={volumeColumns} rows={volumes} keyOf={(volume) => volume.volume_id} />
  );
}

const column = columnsOf<Volume>();

const volumeColumns = [
  column("name", "Name", (volume) => <NameCell page="volumes" id={volume.volume_id} name={volume.name} />),
  column("status", "Status", (volume) => <VolumeStatusBadge status={volume.status} />),
  column("size", "Size", (volume) => <span className="whitespace-nowrap">{gigabytes(volume.size_gb)}</span>),
  column("type", "Type", (volume) => TYPE_NAME[volume.type]),
  column("device", "Device", (volume) => <code className="font-mono text-xs">{volume.device_path ?? "not yet"}</code>),
  column("actions", hiddenTitle("Actions"), (volume) => (
    <div className="text-right">
      <DetachVolume volume={volume} />
    </div>
  )),
];

function DetachVolume({ volume }: { volume: Volume }) {
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
  const { vm, procedures, plans, target } = useVm();
  const detachment = { ...target, volume_id: volume.volume_id };
  const changed = useChanged("begun", vm.id);
  return (
    <ConfirmChange
      open={open}
      onClose={onClose}
      title={`Detach ${volume.name} from ${vm.name}?`}
      lead="Unmount it in the VM first: data not written yet is lost. The volume keeps its content."
      action="Detach volume"
      change={procedures.vm.detachVolume}
      input={detachment}
      plan={plans.vm.detachVolume}
      onDone={() => changed(`Detaching ${volume.name}`)}
    />
  );
}

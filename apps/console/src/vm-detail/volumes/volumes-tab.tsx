"use client";

import { HardDrive, Plus } from "lucide-react";
import { onDemand } from "@/client/on-demand.tsx";
import { DataTable, TableSkeleton } from "@/components/data-table.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { Section } from "@/components/facts.tsx";
import { Panel, ProblemPanel } from "@/components/problem-panel.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { useVolumes } from "../use-volumes.ts";
import { useVm } from "../vm-place.tsx";
import { volumeColumns } from "./volume-columns.tsx";

const AttachDialog = onDemand(async () => (await import("./attach-dialog.tsx")).AttachDialog);
const CreateDialog = onDemand(async () => (await import("./create-dialog.tsx")).CreateDialog);

/** The data volumes that are attached; the root disk is the VM's own. */
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
          A volume keeps data apart from the machine: it can be grown, and attached to another VM later. Attach one, or
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

"use client";

import type { Backup } from "@fulmar/contract";
import { defineForm, useForm } from "@/client/form.ts";
import { planOf } from "@/client/plan-question.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CheckOption } from "@/components/check-option.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { NameOfRestored, PlanOfRestored, RESTORED_VM, VolumesOfRestored } from "./restored-vm-fields.tsx";

const vmOfBackup = defineForm(async () => (await import("@fulmar/contract/recovery")).VmOfBackup, RESTORED_VM);

/** Creates a VM whose disks are those of a backup. */
export function CreateVmOfBackup({ backup, open, onClose }: { backup: Backup } & DialogState) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged("begun");
  const form = useForm(vmOfBackup);
  const { backup_id, vm_name, vm_type, site_id, volume_manifest_summary } = backup;
  const [plan_id, with_volumes] = form.watch(["plan_id", "with_volumes"]);
  const input = { workspace_id: workspaceId, backup_id };
  const planned = { ...input, name: "vm", plan_id, with_volumes };
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title={`Create a VM from a backup of ${vm_name}`}
      lead="Its disks are those of the backup, at the backup's site. The VM has an identity of its own: host keys and
        machine id are made anew."
      action="Create VM"
      form={form}
      plan={plan_id === "" ? null : planOf(trpc.changePlan.workspaceBackup.createVm, planned)}
      change={trpc.workspaceBackup.createVm}
      inputOf={(body) => ({ ...input, ...body })}
      onDone={(_, { name }) => changed(`Creating ${name}`)}
    >
      <NameOfRestored {...form.field("name")} />
      <PlanOfRestored vmType={vm_type} siteId={site_id} {...form.field("plan_id")} />
      <VolumesOfRestored volumes={volume_manifest_summary.data_volume_names} {...form.register("with_volumes")} />
      <CheckOption label="Public IPv4 address" {...form.register("public_ip")} />
    </ChangeDialog>
  );
}

"use client";

import type { Backup, SnapshotSet } from "@fulmar/contract";
import { defineForm, text, useForm } from "@/client/form.ts";
import { planOf } from "@/client/plan-question.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CheckOption } from "@/components/check-option.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { SiteSelect } from "@/components/sites.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { NameOfRestored, PlanOfRestored, RESTORED_VM, VolumesOfRestored } from "./restored-vm-fields.tsx";

const vmOfPoint = defineForm(async () => (await import("@fulmar/contract/recovery")).VmOfBackup, {
  ...RESTORED_VM,
  site_id: text(),
});

/** Creates a VM whose disks are those of a snapshot or a backup, at its site or another one. */
export function CreateVmOfPoint({
  kind,
  id,
  point,
  open,
  onClose,
}: {
  kind: "snapshot" | "backup";
  id: string;
  point: Pick<Backup & SnapshotSet, "vm_name" | "vm_type" | "site_id" | "volume_manifest_summary">;
} & DialogState) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged("begun");
  const form = useForm(vmOfPoint, { site_id: point.site_id });
  const { vm_name, vm_type, volume_manifest_summary } = point;
  const [plan_id, with_volumes, site_id] = form.watch(["plan_id", "with_volumes", "site_id"]);
  const ofSnapshot = { workspace_id: workspaceId, snapshot_set_id: id };
  const ofBackup = { workspace_id: workspaceId, backup_id: id };
  const planned = { name: "vm", plan_id, with_volumes, site_id };
  const isChosen = plan_id !== "" && site_id !== "";
  const plans = trpc.changePlan;
  const shared = {
    open,
    onClose,
    title: `Create a VM from a ${kind} of ${vm_name}`,
    lead:
      `Its disks are those of the ${kind}, which is brought to the site if it is at another one. The VM has an identity ` +
      "of its own: host keys and machine id are made anew.",
    action: "Create VM",
    form,
    children: (
      <>
        <NameOfRestored {...form.field("name")} />
        <SiteSelect {...form.field("site_id")} />
        <PlanOfRestored vmType={vm_type} siteId={site_id} {...form.field("plan_id")} />
        <VolumesOfRestored volumes={volume_manifest_summary.data_volume_names} {...form.register("with_volumes")} />
        <CheckOption label="Public IPv4 address" {...form.register("public_ip")} />
      </>
    ),
  };
  if (kind === "snapshot")
    return (
      <ChangeDialog
        {...shared}
        plan={isChosen ? planOf(plans.workspaceSnapshot.createVm, { ...ofSnapshot, ...planned }) : null}
        change={trpc.workspaceSnapshot.createVm}
        inputOf={(body) => ({ ...ofSnapshot, ...body })}
        onDone={(_, { name }) => changed(`Creating ${name}`)}
      />
    );
  return (
    <ChangeDialog
      {...shared}
      plan={isChosen ? planOf(plans.workspaceBackup.createVm, { ...ofBackup, ...planned }) : null}
      change={trpc.workspaceBackup.createVm}
      inputOf={(body) => ({ ...ofBackup, ...body })}
      onDone={(_, { name }) => changed(`Creating ${name}`)}
    />
  );
}

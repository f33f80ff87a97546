"use client";

import type { BackupCopy } from "@fulmar/contract";
import { defineForm, optionalText, text, useForm } from "@/client/form.ts";
import { planOf } from "@/client/plan-question.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CheckOption } from "@/components/check-option.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { SelectField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { SiteSelect } from "@/components/sites.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { gigabytes } from "@/vms/plan.ts";
import { useImages } from "@/vms/use-catalog.ts";
import { NameOfRestored, PlanOfRestored, RESTORED_VM, VolumesOfRestored } from "./restored-vm-fields.tsx";

const vmOfCopy = defineForm(async () => (await import("@fulmar/contract/recovery")).VmOfCopy, {
  ...RESTORED_VM,
  site_id: text(),
  template_id: optionalText,
});

/** Creates a VM whose disks are those of a copy, at a site that the user chooses. */
export function CreateVmOfCopy({ copy, open, onClose }: { copy: BackupCopy } & DialogState) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged("begun");
  const form = useForm(vmOfCopy);
  const images = useImages().data?.items;
  const { copy_id, vm_name, vm_type, template_id: formerImage, volumes } = copy;
  // Another installation may have made the copy, whose images this one does not have.
  const choices = images?.some(({ template_id }) => template_id === formerImage) ? undefined : images;
  const [site_id, plan_id, with_volumes, template_id] = form.watch([
    "site_id",
    "plan_id",
    "with_volumes",
    "template_id",
  ]);
  const input = { workspace_id: workspaceId, copy_id };
  const isChosen = site_id !== "" && plan_id !== "" && (choices === undefined || template_id !== "");
  const planned = { ...input, name: "vm", site_id, plan_id, with_volumes, ...(template_id !== "" && { template_id }) };
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title={`Create a VM from a copy of ${vm_name}`}
      lead="Its disks are those of the copy, brought to a site of the kind that the backup was made at. The VM has an
        identity of its own: host keys and machine id are made anew."
      action="Create VM"
      form={form}
      plan={isChosen ? planOf(trpc.changePlan.backupCopy.createVm, planned) : null}
      change={trpc.backupCopy.createVm}
      inputOf={(body) => ({ ...input, ...body })}
      onDone={(_, { name }) => changed(`Creating ${name}`)}
    >
      <NameOfRestored {...form.field("name")} />
      <SiteSelect {...form.field("site_id")} />
      <PlanOfRestored vmType={vm_type} siteId={site_id} {...form.field("plan_id")} />
      {choices && (
        <SelectField
          label="Image"
          hint={`The VM was of ${formerImage}, which this installation does not have`}
          {...form.field("template_id")}
        >
          <option value="">Choose an image</option>
          {choices
            .filter(({ status, site_ids }) => status === "available" && (site_id === "" || site_ids.includes(site_id)))
            .map((image) => (
              <option key={image.template_id} value={image.template_id}>
                {image.name}
              </option>
            ))}
        </SelectField>
      )}
      <VolumesOfRestored
        volumes={volumes.map(({ name, size_gb }) => `${name} (${gigabytes(size_gb)})`)}
        {...form.register("with_volumes")}
      />
      <CheckOption label="Public IPv4 address" {...form.register("public_ip")} />
    </ChangeDialog>
  );
}

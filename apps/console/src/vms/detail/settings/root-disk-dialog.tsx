"use client";

import { useWatch } from "react-hook-form";
import { defineForm, number, numberOf, useForm } from "@/client/form.ts";
import { planOf } from "@/client/plan-question.ts";
import { useSkuPrices } from "@/client/sku-price.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { gigabytes } from "@/vms/plan.ts";
import { useVm } from "../vm-place.tsx";

/** The part of a root disk beyond its plan's size is billed per gigabyte. */
const SKU = "disk.root";
const STEP_GB = 10;

const growRootDisk = defineForm(async () => (await import("@fulmar/contract/compute")).ResizeVmRootDisk, {
  disk_gb: number(),
});

export function RootDiskDialog({ open, onClose }: DialogState) {
  const { vm, procedures, plans, target } = useVm();
  const changed = useChanged("begun", vm.id);
  const form = useForm(growRootDisk, { disk_gb: String(vm.disk_gb + STEP_GB) });
  const disk_gb = numberOf(useWatch({ control: form.control, name: "disk_gb" }));
  const added = disk_gb - vm.disk_gb;
  const price = useSkuPrices("compute")(SKU, added);
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title={`Grow the root disk of ${vm.name}`}
      lead={`It has ${gigabytes(vm.disk_gb)}, and cannot shrink again. The file system grows at the next boot of the VM.`}
      action="Grow disk"
      plan={added > 0 ? planOf(plans.vm.resizeRootDisk, { ...target, disk_gb }) : null}
      form={form}
      change={procedures.vm.resizeRootDisk}
      inputOf={(body) => ({ ...target, ...body })}
      onDone={() => changed(`Growing the disk of ${vm.name}`)}
    >
      <TextField
        label="Size in GB"
        type="number"
        autoFocus
        min={vm.disk_gb + 1}
        hint={added > 0 && price ? `${gigabytes(added)} more cost ${price.monthly} a month` : undefined}
        {...form.field("disk_gb")}
      />
    </ChangeDialog>
  );
}

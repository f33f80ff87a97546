"use client";

import { useMutation } from "@tanstack/react-query";
import { useForm, useWatch } from "react-hook-form";
import { contractResolver, showFieldErrors } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { useSkuPrices } from "@/client/sku-price.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { TextField } from "@/components/field.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useVm } from "../vm-place.tsx";

interface RootDiskValues {
  /** As it was typed. */
  readonly disk_gb: string;
}

/** What a root disk has beyond its plan's is sold by the gigabyte. */
const SKU = "disk.root";
const STEP_GB = 10;

const schema = async () => (await import("@fulmar/contract/compute")).ResizeVmRootDisk;
const toResize = ({ disk_gb }: RootDiskValues) => ({ disk_gb: disk_gb.trim() === "" ? Number.NaN : Number(disk_gb) });

export function RootDiskDialog({ open, onClose }: DialogState) {
  const { vm, procedures, target } = useVm();
  const changed = useChanged("begun");
  const form = useForm<RootDiskValues>({
    resolver: contractResolver(schema, toResize),
    defaultValues: { disk_gb: String(vm.disk_gb + STEP_GB) },
  });
  const { disk_gb } = toResize({ disk_gb: useWatch({ control: form.control, name: "disk_gb" }) });
  const added = disk_gb - vm.disk_gb;
  const price = useSkuPrices("compute")(SKU, added);
  const resize = useMutation(
    procedures.vm.resizeRootDisk.mutationOptions({
      onSuccess: () => {
        onClose();
        return changed(`Growing the disk of ${vm.name}`);
      },
      onError: (error) => showFieldErrors(problemOf(error).errors, ["disk_gb"], form.setError),
    }),
  );
  const submit = form.handleSubmit((values) => resize.mutate({ ...target, ...toResize(values) }));
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={`Grow the root disk of ${vm.name}`}
      lead={`It has ${vm.disk_gb} GB, and cannot shrink again. The file system takes the new space when the VM boots next.`}
      action="Grow disk"
      busy={resize.isPending}
      error={resize.error}
      onSubmit={(event) => void submit(event)}
    >
      <TextField
        label="Size in GB"
        type="number"
        autoFocus
        min={vm.disk_gb + 1}
        error={form.formState.errors.disk_gb?.message}
        hint={added > 0 && price ? `${added} GB more cost ${price.monthly} a month` : undefined}
        {...form.register("disk_gb")}
      />
    </FormDialog>
  );
}

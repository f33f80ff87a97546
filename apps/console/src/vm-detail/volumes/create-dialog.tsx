"use client";

import { VOLUME_TYPES } from "@fulmar/contract/block-storage";
import { useForm, useWatch } from "react-hook-form";
import { contractResolver, showFieldErrors } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { useSkuPrices } from "@/client/sku-price.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { SelectField, TextField } from "@/components/field.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import {
  type CreateVolumeValues,
  EMPTY_VOLUME,
  sizeOf,
  toCreateVolume,
  VOLUME_FIELDS,
} from "@/volumes/create-volume-values.ts";
import { TYPE_NAME } from "@/volumes/volume-types.ts";
import { useVm } from "../vm-place.tsx";
import { useCreateAttached } from "./use-create-attached.ts";

const schema = async () => (await import("@fulmar/contract/block-storage")).CreateVolume;

/** A new, empty volume at the VM's site, attached as soon as it is there. */
export function CreateDialog({ open, onClose }: DialogState) {
  const { vm } = useVm();
  const changed = useChanged("begun");
  const form = useForm<CreateVolumeValues>({
    resolver: contractResolver(schema, toCreateVolume),
    defaultValues: { ...EMPTY_VOLUME, site_id: vm.site_id },
  });
  const { errors } = form.formState;
  const { type, size_gb } = useWatch({ control: form.control });
  const price = useSkuPrices("block-storage")(`volume.${type ?? "ssd"}`, sizeOf(size_gb ?? ""));
  const { run, stage, failure, error } = useCreateAttached({
    onDone: (name) => {
      onClose();
      void changed(`Attaching ${name}`);
    },
    onRefused: (refused) => showFieldErrors(problemOf(refused).errors, VOLUME_FIELDS, form.setError),
  });
  const submit = form.handleSubmit((values) => run(toCreateVolume(values)));
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={`New volume for ${vm.name}`}
      lead="It is made at the site of the VM and attached to it. A new volume has no file system yet: make one in the VM."
      action={stage === "attaching" ? "Attaching…" : stage === "creating" ? "Creating…" : "Create and attach"}
      busy={stage !== "idle"}
      error={error}
      onSubmit={(event) => void submit(event)}
    >
      {failure !== null && <ProblemNotice problem={{ detail: failure }} />}
      <TextField label="Name" autoFocus autoComplete="off" error={errors.name?.message} {...form.register("name")} />
      <div className="grid grid-cols-2 gap-4">
        <TextField
          label="Size in GB"
          type="number"
          min={1}
          error={errors.size_gb?.message}
          {...form.register("size_gb")}
        />
        <SelectField label="Type" error={errors.type?.message} {...form.register("type")}>
          {VOLUME_TYPES.map((each) => (
            <option key={each} value={each}>
              {TYPE_NAME[each]}
            </option>
          ))}
        </SelectField>
      </div>
      {price && (
        <p className="text-ink-muted">
          <span className="font-medium text-ink">{price.monthly}</span> a month, {price.hourly} an hour
        </p>
      )}
    </FormDialog>
  );
}

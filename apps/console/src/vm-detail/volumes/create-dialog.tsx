"use client";

import { numberOf } from "@/client/form.ts";
import { useSkuPrices } from "@/client/sku-price.ts";
import { useContractForm } from "@/client/use-form.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { SelectField, TextField } from "@/components/field.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { createVolume } from "@/volumes/create-volume-fields.ts";
import { TYPE_NAME, VOLUME_TYPES } from "@/volumes/volume-words.tsx";
import { useVm } from "../vm-place.tsx";
import { useCreateAttached } from "./use-create-attached.ts";

/** A new, empty volume at the VM's site, attached as soon as it is there. */
export function CreateDialog({ open, onClose }: DialogState) {
  const { vm } = useVm();
  const changed = useChanged("begun");
  const form = useContractForm(createVolume, { site_id: vm.site_id });
  const [type, size_gb] = form.watch(["type", "size_gb"]);
  const price = useSkuPrices("block-storage")(`volume.${type}`, numberOf(size_gb));
  const { run, stage, failure, error } = useCreateAttached({
    onDone: (name) => {
      onClose();
      void changed(`Attaching ${name}`);
    },
    onRefused: form.showErrors,
  });
  const submit = form.handleSubmit(run);
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
      <TextField label="Name" autoFocus autoComplete="off" {...form.field("name")} />
      <div className="grid grid-cols-2 gap-4">
        <TextField label="Size in GB" type="number" min={1} {...form.field("size_gb")} />
        <SelectField label="Type" {...form.field("type")}>
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

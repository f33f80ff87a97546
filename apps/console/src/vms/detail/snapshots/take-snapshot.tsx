"use client";

import type { CaptureScope } from "@fulmar/contract";
import { useWatch } from "react-hook-form";
import { chosen, defineForm, nullableText, text, useForm } from "@/client/form.ts";
import { CheckOption } from "@/components/check-option.tsx";
import { ChoiceCard, ChoiceGroup } from "@/components/choice-card.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { gigabytes } from "@/vms/plan.ts";
import { useVm, useVolumes } from "../vm-place.tsx";

const createSnapshot = defineForm(
  async () => (await import("@fulmar/contract/recovery")).CreateSnapshot,
  {
    name: text(),
    description: nullableText,
    capture_scope: chosen<CaptureScope>("all_attached"),
    volume_ids: chosen<string[]>([]),
    outlives_vm: chosen(false),
  },
  // Volumes are sent for a selection only.
  ({ volume_ids, ...body }) => ({ ...body, volume_ids: body.capture_scope === "selective" ? volume_ids : [] }),
);

/** Takes a snapshot: asks for its name and the volumes to capture. */
export function TakeSnapshot({ open, onClose }: DialogState) {
  const { vm, procedures, target } = useVm();
  const { volumes } = useVolumes();
  const changed = useChanged("begun", vm.id);
  const form = useForm(createSnapshot);
  const scope = useWatch({ control: form.control, name: "capture_scope" });
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title={`Take a snapshot of ${vm.name}`}
      lead="The VM keeps running meanwhile. Data that programs have not written to disk yet is not included."
      action="Take snapshot"
      wide
      form={form}
      change={procedures.snapshot.create}
      inputOf={(body) => ({ ...target, ...body })}
      onDone={(_, { name }) => changed(`Taking ${name}`)}
    >
      <TextField label="Name" autoFocus autoComplete="off" hint="For example, before-upgrade" {...form.field("name")} />
      <TextField label="Description" autoComplete="off" {...form.field("description")} />
      <ChoiceGroup legend="Capture" error={form.errorOf("capture_scope")}>
        {SCOPES.map(([value, title, hint]) => (
          <ChoiceCard
            key={value}
            title={title}
            value={value}
            refusal={value === "selective" && volumes.length === 0 ? "No volumes are attached" : null}
            {...form.register("capture_scope")}
          >
            {hint}
          </ChoiceCard>
        ))}
      </ChoiceGroup>
      {scope === "selective" && (
        <fieldset className="space-y-2">
          <legend className="mb-1.5 font-medium">Volumes, besides the root disk</legend>
          {volumes.map((volume) => (
            <CheckOption
              key={volume.volume_id}
              label={volume.name}
              hint={gigabytes(volume.size_gb)}
              value={volume.volume_id}
              {...form.register("volume_ids")}
            />
          ))}
        </fieldset>
      )}
      <CheckOption
        label="Keep it without its VM"
        hint="It stays, and is charged, when the VM is deleted"
        {...form.register("outlives_vm")}
      />
    </ChangeDialog>
  );
}

const SCOPES = [
  ["all_attached", "Everything", "The root disk and all volumes, at the same moment"],
  ["root_only", "Root disk", "The VM without its volumes"],
  ["selective", "Choose", "The root disk and some volumes"],
] as const satisfies readonly (readonly [CaptureScope, string, string])[];

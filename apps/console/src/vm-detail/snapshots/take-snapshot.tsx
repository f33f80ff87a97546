"use client";

import type { CaptureScope } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { useContractForm } from "@/client/use-form.ts";
import { CheckOption } from "@/components/check-option.tsx";
import { ChoiceCard, ChoiceGroup } from "@/components/choice-card.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { TextField } from "@/components/field.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useVolumes } from "../use-volumes.ts";
import { useVm } from "../vm-place.tsx";

const schema = async () => (await import("@fulmar/contract/recovery")).CreateSnapshot;

/** Takes a snapshot: asks for its name and the volumes to capture. */
export function TakeSnapshot({ open, onClose }: DialogState) {
  const { vm, procedures, target } = useVm();
  const { volumes } = useVolumes();
  const changed = useChanged("begun");
  const form = useContractForm<SnapshotValues, ReturnType<typeof toCreateSnapshot>>({
    schema,
    initial: EMPTY_SNAPSHOT,
    body: toCreateSnapshot,
  });
  const { errors } = form.formState;
  const scope = useWatch({ control: form.control, name: "capture_scope" });
  const create = useMutation(
    procedures.snapshot.create.mutationOptions({
      onSuccess: (_, { name }) => {
        onClose();
        return changed(`Taking ${name}`);
      },
      onError: form.showErrors,
    }),
  );
  const submit = form.handleSubmit((body) => create.mutate({ ...target, ...body }));
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={`Take a snapshot of ${vm.name}`}
      lead="The VM keeps running meanwhile. What programs have not written to disk yet is not in it."
      action="Take snapshot"
      wide
      busy={create.isPending}
      error={create.error}
      onSubmit={(event) => void submit(event)}
    >
      <TextField
        label="Name"
        autoFocus
        autoComplete="off"
        hint="What the moment is, such as before-upgrade"
        {...form.field("name")}
      />
      <TextField label="Description" autoComplete="off" {...form.field("description")} />
      <ChoiceGroup legend="Capture" error={errors.capture_scope?.message}>
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
              hint={`${volume.size_gb} GB`}
              value={volume.volume_id}
              {...form.register("volume_ids")}
            />
          ))}
        </fieldset>
      )}
    </FormDialog>
  );
}

export interface SnapshotValues {
  readonly name: string;
  readonly description: string;
  readonly capture_scope: CaptureScope;
  readonly volume_ids: string[];
}

export const EMPTY_SNAPSHOT: SnapshotValues = {
  name: "",
  description: "",
  capture_scope: "all_attached",
  volume_ids: [],
};

export const SNAPSHOT_FIELDS = ["name", "description", "capture_scope", "volume_ids"] as const;

export const SCOPES = [
  ["all_attached", "Everything", "The root disk and all volumes, at the same moment"],
  ["root_only", "Root disk", "The machine without its volumes"],
  ["selective", "Choose", "The root disk and some volumes"],
] as const satisfies readonly (readonly [CaptureScope, string, string])[];

/** Converts the form's values to the input of `snapshot.create`. Volumes are sent for a selection only. */
export function toCreateSnapshot({ name, description, capture_scope, volume_ids }: SnapshotValues) {
  return {
    name: name.trim(),
    description: description.trim() === "" ? null : description.trim(),
    capture_scope,
    volume_ids: capture_scope === "selective" ? volume_ids : [],
  };
}

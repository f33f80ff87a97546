"use client";

import { useMutation } from "@tanstack/react-query";
import { useForm, useWatch } from "react-hook-form";
import { contractResolver, showFieldErrors } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { CheckOption } from "@/components/check-option.tsx";
import { ChoiceCard, ChoiceGroup } from "@/components/choice-card.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { TextField } from "@/components/field.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useVolumes } from "../use-volumes.ts";
import { useVm } from "../vm-place.tsx";
import { EMPTY_SNAPSHOT, SCOPES, SNAPSHOT_FIELDS, type SnapshotValues, toCreateSnapshot } from "./snapshot-values.ts";

const schema = async () => (await import("@fulmar/contract/recovery")).CreateSnapshot;

/** Names a moment, and chooses what is captured of it. */
export function TakeSnapshot({ open, onClose }: DialogState) {
  const { vm, procedures, target } = useVm();
  const { volumes } = useVolumes();
  const changed = useChanged("begun");
  const form = useForm<SnapshotValues>({
    resolver: contractResolver(schema, toCreateSnapshot),
    defaultValues: EMPTY_SNAPSHOT,
  });
  const { errors } = form.formState;
  const scope = useWatch({ control: form.control, name: "capture_scope" });
  const create = useMutation(
    procedures.snapshot.create.mutationOptions({
      onSuccess: (_, { name }) => {
        onClose();
        return changed(`Taking ${name}`);
      },
      onError: (error) => showFieldErrors(problemOf(error).errors, SNAPSHOT_FIELDS, form.setError),
    }),
  );
  const submit = form.handleSubmit((values) => create.mutate({ ...target, ...toCreateSnapshot(values) }));
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
        error={errors.name?.message}
        {...form.register("name")}
      />
      <TextField
        label="Description"
        autoComplete="off"
        error={errors.description?.message}
        {...form.register("description")}
      />
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

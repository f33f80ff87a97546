"use client";

import { defineForm, text, texts, useForm } from "@/client/form.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { TextField } from "@/components/field.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useUpdateVm, useVm } from "../vm-place.tsx";

const renameVm = defineForm(async () => (await import("@fulmar/contract/compute")).UpdateVm, {
  name: text(),
  tags: texts(","),
});

export function RenameDialog({ open, onClose }: DialogState) {
  const { vm, target } = useVm();
  const changed = useChanged();
  const form = useForm(renameVm, { name: vm.name, tags: vm.tags.join(", ") });
  const update = useUpdateVm({
    onSuccess: ({ name }) => {
      onClose();
      return changed(`${name} is changed`);
    },
    onError: form.showErrors,
  });
  const submit = form.handleSubmit((body) => update.mutate({ ...target, ...body }));
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={`Name and tags of ${vm.name}`}
      lead="The machine itself does not change: it keeps its host name."
      action="Save"
      busy={update.isPending}
      error={update.error}
      onSubmit={(event) => void submit(event)}
    >
      <TextField label="Name" autoFocus autoComplete="off" {...form.field("name")} />
      <TextField label="Tags" autoComplete="off" hint="Separated by commas" {...form.field("tags")} />
    </FormDialog>
  );
}

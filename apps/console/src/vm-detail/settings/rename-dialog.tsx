"use client";

import { useForm } from "react-hook-form";
import { contractResolver, showFieldErrors } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { partsOf } from "@/client/text-list.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { TextField } from "@/components/field.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useUpdateVm } from "../use-update-vm.ts";
import { useVm } from "../vm-place.tsx";

interface RenameValues {
  readonly name: string;
  readonly tags: string;
}

const schema = async () => (await import("@fulmar/contract/compute")).UpdateVm;
const toUpdate = ({ name, tags }: RenameValues) => ({ name: name.trim(), tags: partsOf(tags, ",") });

export function RenameDialog({ open, onClose }: DialogState) {
  const { vm, target } = useVm();
  const changed = useChanged();
  const form = useForm<RenameValues>({
    resolver: contractResolver(schema, toUpdate),
    defaultValues: { name: vm.name, tags: vm.tags.join(", ") },
  });
  const { errors } = form.formState;
  const update = useUpdateVm({
    onSuccess: ({ name }) => {
      onClose();
      return changed(`${name} is changed`);
    },
    onError: (error) => showFieldErrors(problemOf(error).errors, ["name", "tags"], form.setError),
  });
  const submit = form.handleSubmit((values) => update.mutate({ ...target, ...toUpdate(values) }));
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={`Name and tags of ${vm.name}`}
      lead="The machine is not touched: its host name inside stays what it is."
      action="Save"
      busy={update.isPending}
      error={update.error}
      onSubmit={(event) => void submit(event)}
    >
      <TextField label="Name" autoFocus autoComplete="off" error={errors.name?.message} {...form.register("name")} />
      <TextField
        label="Tags"
        autoComplete="off"
        hint="Separated by commas"
        error={errors.tags?.message}
        {...form.register("tags")}
      />
    </FormDialog>
  );
}

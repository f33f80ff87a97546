"use client";

import type { OperatorRole } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { chosen, defineForm, text, useForm } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { TextField } from "@/components/field.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";
import { OperatorRoleField } from "./role-field.tsx";
import { useInstallationChanged } from "./use-changed.ts";

const addOperator = defineForm(async () => (await import("@fulmar/contract/operator")).NewOperator, {
  email: text(),
  role: chosen<OperatorRole>("support"),
});

/** Lets somebody with an account run the installation. */
export function AddOperator({ open, onClose }: DialogState) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const form = useForm(addOperator);
  const add = useMutation(
    trpc.operator.add.mutationOptions({
      onSuccess: ({ name }) => {
        onClose();
        return changed(`Added ${name}`);
      },
      onError: form.showErrors,
    }),
  );
  const submit = form.handleSubmit((body) => add.mutate(body));
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Add an operator"
      lead="Somebody with an account here. These pages are in their account menu from their next page on."
      action="Add operator"
      busy={add.isPending}
      error={add.error}
      onSubmit={(event) => void submit(event)}
    >
      <TextField label="E-mail" type="email" autoComplete="off" {...form.field("email")} />
      <OperatorRoleField field={form.register("role")} error={form.errorOf("role")} />
    </FormDialog>
  );
}

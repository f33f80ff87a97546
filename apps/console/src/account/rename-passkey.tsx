"use client";

import type { PasskeyName, PasskeyRecord } from "@fulmar/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { contractResolver, showFieldErrors } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { TextField } from "@/components/field.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";

const schema = async () => (await import("@fulmar/contract/session")).PasskeyName;

export function RenamePasskey({ passkey, open, onClose }: { passkey: PasskeyRecord } & DialogState) {
  const { passkey_id, name } = passkey;
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const form = useForm<PasskeyName>({ resolver: contractResolver(schema), defaultValues: { passkey_id, name } });
  const rename = useMutation(
    trpc.account.renamePasskey.mutationOptions({
      onSuccess: async () => {
        onClose();
        await queryClient.invalidateQueries(trpc.account.pathFilter());
      },
      onError: (error) => showFieldErrors(problemOf(error).errors, ["name"], form.setError),
    }),
  );
  const submit = form.handleSubmit((values) => rename.mutate(values));
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={`Rename ${name}`}
      lead="The name is yours alone: it helps you to tell passkeys apart."
      action="Rename passkey"
      busy={rename.isPending}
      error={rename.error}
      onSubmit={(event) => void submit(event)}
    >
      <TextField
        label="Name"
        autoComplete="off"
        error={form.formState.errors.name?.message}
        {...form.register("name")}
      />
    </FormDialog>
  );
}

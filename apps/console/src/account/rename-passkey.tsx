"use client";

import type { PasskeyRecord } from "@fulmar/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { chosen, defineForm, rawText, useForm } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { TextField } from "@/components/field.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";

const renamePasskey = defineForm(async () => (await import("@fulmar/contract/console")).PasskeyName, {
  passkey_id: chosen(""),
  name: rawText(),
});

export function RenamePasskey({ passkey, open, onClose }: { passkey: PasskeyRecord } & DialogState) {
  const { passkey_id, name } = passkey;
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const form = useForm(renamePasskey, { passkey_id, name });
  const rename = useMutation(
    trpc.account.renamePasskey.mutationOptions({
      onSuccess: async () => {
        onClose();
        await queryClient.invalidateQueries(trpc.account.pathFilter());
      },
      onError: form.showErrors,
    }),
  );
  const submit = form.handleSubmit((values) => rename.mutate(values));
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={`Rename ${name}`}
      lead="Only you see this name. It helps you tell your passkeys apart."
      action="Rename passkey"
      busy={rename.isPending}
      error={rename.error}
      onSubmit={(event) => void submit(event)}
    >
      <TextField label="Name" autoComplete="off" {...form.field("name")} />
    </FormDialog>
  );
}

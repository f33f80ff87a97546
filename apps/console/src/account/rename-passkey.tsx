"use client";

import type { PasskeyName, PasskeyRecord } from "@fulmar/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { asHeld } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import { useContractForm } from "@/client/use-form.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { TextField } from "@/components/field.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";

const schema = async () => (await import("@fulmar/contract/console")).PasskeyName;

export function RenamePasskey({ passkey, open, onClose }: { passkey: PasskeyRecord } & DialogState) {
  const { passkey_id, name } = passkey;
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const form = useContractForm<PasskeyName, PasskeyName>({
    schema,
    initial: { passkey_id, name },
    body: asHeld,
  });
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
      lead="The name is yours alone: it helps you to tell passkeys apart."
      action="Rename passkey"
      busy={rename.isPending}
      error={rename.error}
      onSubmit={(event) => void submit(event)}
    >
      <TextField label="Name" autoComplete="off" {...form.field("name")} />
    </FormDialog>
  );
}

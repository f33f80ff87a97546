"use client";

import type { PasskeyRecord } from "@fulmar/contract";
import { useQueryClient } from "@tanstack/react-query";
import { chosen, defineForm, rawText, useForm } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";

const renamePasskey = defineForm(async () => (await import("@fulmar/contract/console")).PasskeyName, {
  passkey_id: chosen(""),
  name: rawText(),
});

export function RenamePasskey({ passkey, open, onClose }: { passkey: PasskeyRecord } & DialogState) {
  const { passkey_id, name } = passkey;
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const form = useForm(renamePasskey, { passkey_id, name });
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title={`Rename ${name}`}
      lead="Only you see this name. It helps you tell your passkeys apart."
      action="Rename passkey"
      form={form}
      change={trpc.account.renamePasskey}
      inputOf={(values) => values}
      onDone={() => queryClient.invalidateQueries(trpc.account.pathFilter())}
    >
      <TextField label="Name" autoComplete="off" {...form.field("name")} />
    </ChangeDialog>
  );
}

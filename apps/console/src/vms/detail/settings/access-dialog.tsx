"use client";

import { useWatch } from "react-hook-form";
import { defineForm, field, optionalChoices, optionalTexts, useForm } from "@/client/form.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { TextArea, TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { SshKeyChoice } from "@/ssh-keys/ssh-key-choice.tsx";
import { useVm } from "../vm-place.tsx";

/** Empty fields are not sent and stay unchanged. */
const updateAccess = defineForm(async () => (await import("@fulmar/contract/compute")).UpdateVmAccess, {
  ssh_keys: optionalTexts("\n"),
  ssh_key_ids: optionalChoices,
  password: field("", (typed) => (typed === "" ? undefined : typed)),
});

/** Changes the VM's SSH keys and password. The password is hashed before it is stored and cannot be read again. */
export function AccessDialog({ open, onClose }: DialogState) {
  const { vm, procedures, target } = useVm();
  const changed = useChanged("begun", vm.id);
  const form = useForm(updateAccess);
  const [keys, chosenKeys, password] = useWatch({
    control: form.control,
    name: ["ssh_keys", "ssh_key_ids", "password"],
  });
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title={`Change the access to ${vm.name}`}
      lead="Empty fields stay as they are. The password is not kept and cannot be shown again."
      action="Change access"
      refusal={
        keys.trim() === "" && chosenKeys.length === 0 && password === "" ? "Give SSH keys, a password, or both." : null
      }
      form={form}
      change={procedures.vm.updateAccess}
      inputOf={(body) => ({ ...target, ...body })}
      onDone={() => changed(`Changing the access to ${vm.name}`)}
    >
      <SshKeyChoice error={form.errorOf("ssh_key_ids")} register={form.register("ssh_key_ids")} />
      <TextArea
        label="Other SSH public keys"
        hint="One per line, in OpenSSH format; both replace all current keys"
        placeholder="ssh-ed25519 AAAA…"
        {...form.field("ssh_keys")}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="new-password"
        hint="For the image's first user; at least 12 characters"
        {...form.field("password")}
      />
    </ChangeDialog>
  );
}

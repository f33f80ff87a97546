"use client";

import { useMutation } from "@tanstack/react-query";
import { useForm, useWatch } from "react-hook-form";
import { contractResolver, showFieldErrors } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { partsOf } from "@/client/text-list.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { TextArea, TextField } from "@/components/field.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useVm } from "../vm-place.tsx";

interface AccessValues {
  readonly ssh_keys: string;
  readonly password: string;
}

const schema = async () => (await import("@fulmar/contract/compute")).UpdateVmAccess;

/** What was left empty is not sent, and stays as it is. */
function toAccess({ ssh_keys, password }: AccessValues) {
  const keys = partsOf(ssh_keys, "\n");
  return { ...(keys.length > 0 && { ssh_keys: keys }), ...(password !== "" && { password }) };
}

/** Who gets into the VM. The password is hashed before it is stored anywhere, and nobody can read it again. */
export function AccessDialog({ open, onClose }: DialogState) {
  const { vm, procedures, target } = useVm();
  const changed = useChanged("begun");
  const form = useForm<AccessValues>({
    resolver: contractResolver(schema, toAccess),
    defaultValues: { ssh_keys: "", password: "" },
  });
  const { errors } = form.formState;
  const update = useMutation(
    procedures.vm.updateAccess.mutationOptions({
      onSuccess: () => {
        onClose();
        return changed(`Changing the access to ${vm.name}`);
      },
      onError: (error) => showFieldErrors(problemOf(error).errors, ["ssh_keys", "password"], form.setError),
    }),
  );
  const submit = form.handleSubmit((values) => update.mutate({ ...target, ...toAccess(values) }));
  const [keys, password] = useWatch({ control: form.control, name: ["ssh_keys", "password"] });
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={`Change the access to ${vm.name}`}
      lead="What is left empty stays as it is. Nobody can read the password again, and we do not keep it."
      action="Change access"
      busy={update.isPending}
      error={update.error}
      refusal={keys.trim() === "" && password === "" ? "Give SSH keys, a password, or both." : null}
      onSubmit={(event) => void submit(event)}
    >
      <TextArea
        label="SSH public keys"
        hint="One per line, in OpenSSH format; they replace all that there are"
        placeholder="ssh-ed25519 AAAA…"
        error={errors.ssh_keys?.message}
        {...form.register("ssh_keys")}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="new-password"
        hint="Of the image's first user, 12 characters at least"
        error={errors.password?.message}
        {...form.register("password")}
      />
    </FormDialog>
  );
}

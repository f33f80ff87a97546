"use client";

import type { UseFormReturn } from "react-hook-form";
import { TextArea, TextField } from "@/components/field.tsx";
import type { CreateVmValues } from "./create-vm-values.ts";

/** Who gets in, what the machine does at its first boot, and what it is found by. */
export function BootFields({ form: { register, formState } }: { form: UseFormReturn<CreateVmValues> }) {
  const { errors } = formState;
  return (
    <fieldset className="space-y-5">
      <legend className="mb-3 font-semibold text-base">Access and first boot</legend>
      <TextArea
        label="SSH public keys"
        hint="One per line, in OpenSSH format"
        placeholder="ssh-ed25519 AAAA…"
        spellCheck={false}
        error={errors.ssh_keys?.message}
        {...register("ssh_keys")}
      />
      <TextArea
        label="User data"
        hint="Handed to cloud-init at the first boot, up to 64 KiB"
        spellCheck={false}
        error={errors.user_data?.message}
        {...register("user_data")}
      />
      <TextField
        label="Tags"
        hint="Separated by commas"
        autoComplete="off"
        error={errors.tags?.message}
        {...register("tags")}
      />
    </fieldset>
  );
}

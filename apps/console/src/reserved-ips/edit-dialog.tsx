"use client";

import type { ReservedIp } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { defineForm, rawText, useForm } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import { TextField } from "@/components/field.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

const editReservedIp = defineForm(async () => (await import("@fulmar/contract/networking")).UpdateReservedIp, {
  label: rawText(),
  reverse_dns: rawText(),
});

export function EditDialog({ ip, onClose }: { ip: ReservedIp; onClose: () => void }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const form = useForm(editReservedIp, { label: ip.label, reverse_dns: ip.reverse_dns });
  const update = useMutation(
    trpc.reservedIp.update.mutationOptions({
      onSuccess: async () => {
        onClose();
        await changed(`Changed ${ip.address}`);
      },
      onError: form.showErrors,
    }),
  );
  const submit = form.handleSubmit((body) =>
    update.mutate({ workspace_id: workspaceId, reserved_ip_id: ip.public_ip_id, ...body }),
  );
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Edit ${ip.address}`}
      lead="Leave a field empty to remove its value."
      action="Save"
      busy={update.isPending}
      error={update.error}
      onSubmit={(event) => void submit(event)}
    >
      <TextField label="Label" autoComplete="off" {...form.field("label")} />
      <TextField label="Reverse DNS" autoComplete="off" spellCheck={false} {...form.field("reverse_dns")} />
    </FormDialog>
  );
}

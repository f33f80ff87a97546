"use client";

import type { ReservedIp } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { contractResolver, showFieldErrors } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { TextField } from "@/components/field.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

const schema = async () => (await import("@fulmar/contract/networking")).UpdateReservedIp;

export function EditDialog({ ip, onClose }: { ip: ReservedIp; onClose: () => void }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const form = useForm({
    resolver: contractResolver(schema),
    defaultValues: { label: ip.label, reverse_dns: ip.reverse_dns },
  });
  const { errors } = form.formState;
  const update = useMutation(
    trpc.reservedIp.update.mutationOptions({
      onSuccess: async () => {
        onClose();
        await changed(`Changed ${ip.address}`);
      },
      onError: (error) => showFieldErrors(problemOf(error).errors, ["label", "reverse_dns"], form.setError),
    }),
  );
  const submit = form.handleSubmit((values) =>
    update.mutate({ workspace_id: workspaceId, reserved_ip_id: ip.public_ip_id, ...values }),
  );
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Edit ${ip.address}`}
      lead="Empty fields have none."
      action="Save"
      busy={update.isPending}
      error={update.error}
      onSubmit={(event) => void submit(event)}
    >
      <TextField label="Label" autoComplete="off" error={errors.label?.message} {...form.register("label")} />
      <TextField
        label="Reverse DNS"
        autoComplete="off"
        spellCheck={false}
        error={errors.reverse_dns?.message}
        {...form.register("reverse_dns")}
      />
    </FormDialog>
  );
}

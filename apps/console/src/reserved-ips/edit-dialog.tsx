"use client";

import type { ReservedIp } from "@fulmar/contract";
import { defineForm, rawText, useForm } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import { TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
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
  return (
    <ChangeDialog
      open
      onClose={onClose}
      title={`Edit ${ip.address}`}
      lead="Leave a field empty to remove its value."
      action="Save"
      form={form}
      change={trpc.reservedIp.update}
      inputOf={(body) => ({ workspace_id: workspaceId, reserved_ip_id: ip.public_ip_id, ...body })}
      onDone={() => changed(`Changed ${ip.address}`)}
    >
      <TextField label="Label" autoComplete="off" {...form.field("label")} />
      <TextField label="Reverse DNS" autoComplete="off" spellCheck={false} {...form.field("reverse_dns")} />
    </ChangeDialog>
  );
}

"use client";

import type { Backup } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { defineForm, text, useForm } from "@/client/form.ts";
import { wholeInput } from "@/client/list.ts";
import { useTRPC } from "@/client/trpc.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { SelectField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

const copyNow = defineForm(async () => (await import("@fulmar/contract/recovery")).CreateBackupCopy, {
  backup_id: text(),
  destination_id: text(),
});

/** Has one backup copied, whatever its policy says. */
export function CopyNow({ backup, open, onClose }: { backup: Backup } & DialogState) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged("begun");
  const { backup_id, vm_name } = backup;
  const form = useForm(copyNow, { backup_id });
  const destinations = useQuery(trpc.backupDestination.list.queryOptions(wholeInput(workspaceId)));
  const choices = destinations.data?.items ?? [];
  const refusal =
    destinations.data !== undefined && choices.length === 0 ? "There is no destination yet; add one first." : null;
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title={`Copy this backup of ${vm_name}`}
      lead="The copy is whole and encrypted. The retention of the destination counts it as any other copy."
      action="Copy backup"
      refusal={refusal}
      error={destinations.error}
      form={form}
      change={trpc.backupCopy.create}
      inputOf={(body) => ({ workspace_id: workspaceId, ...body })}
      onDone={({ destination_name }) => changed(`Copying to ${destination_name}`, "A worker copies the backup.")}
    >
      <SelectField label="Destination" {...form.field("destination_id")}>
        <option value="">Choose a destination</option>
        {choices.map(({ destination_id, name }) => (
          <option key={destination_id} value={destination_id}>
            {name}
          </option>
        ))}
      </SelectField>
    </ChangeDialog>
  );
}

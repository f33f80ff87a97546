"use client";

import { defineForm, nullableText, text, useForm } from "@/client/form.ts";
import { planOf } from "@/client/plan-question.ts";
import { useTRPC } from "@/client/trpc.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

/** What an image is made of, as the request names it. */
type Origin = { readonly vm_id: string } | { readonly snapshot_set_id: string } | { readonly backup_id: string };

/** Makes an image of a VM, or of one of its snapshots or backups. @param of its name in sentences */
export function MakeImage({
  origin,
  vmId,
  of,
  open,
  onClose,
}: { origin: Origin; vmId: string; of: string } & DialogState) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged("begun", vmId);
  const form = useForm(createImage);
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title={`Make an image of ${of}`}
      lead="Other VMs can be created from it. It has what is on the root disk, without the volumes: remove secrets first."
      action="Make image"
      form={form}
      plan={planOf(trpc.changePlan.image.create, { workspace_id: workspaceId, name: "image", ...origin })}
      change={trpc.image.create}
      inputOf={(body) => ({ workspace_id: workspaceId, ...body, ...origin })}
      onDone={(_, { name }) => changed(`Making ${name}`)}
    >
      <TextField label="Name" autoFocus autoComplete="off" hint="For example, web-golden" {...form.field("name")} />
      <TextField label="Description" autoComplete="off" {...form.field("description")} />
    </ChangeDialog>
  );
}

// The source is not typed: the dialog adds it.
const createImage = defineForm(async () => (await import("@fulmar/contract/compute")).NewImageNaming, {
  name: text(),
  description: nullableText,
});

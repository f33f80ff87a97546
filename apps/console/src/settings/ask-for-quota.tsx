"use client";

import type { Quota } from "@fulmar/contract";
import { defineForm, number, text, useForm } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { TextArea, TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { QUOTA_NAME } from "./settings-queries.ts";

const wish = defineForm(
  async () => (await import("@fulmar/contract/billing")).NewQuotaRequest.omit({ resource: true }),
  {
    wanted: number(),
    reason: text(),
  },
);

/** Asks the operator for a higher quota. */
export function AskForQuota({ quota: { resource, limit }, open, onClose }: { quota: Quota } & DialogState) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const form = useForm(wish);
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title={`Ask for more: ${QUOTA_NAME[resource]}`}
      lead={`The limit is ${limit?.toLocaleString() ?? "none"} now. The operator may grant less. The answer comes by mail.`}
      action="Send request"
      form={form}
      change={trpc.quotaRequest.create}
      inputOf={(body) => ({ workspace_id: workspaceId, resource, ...body })}
      onDone={() => changed(`Asked for more: ${QUOTA_NAME[resource]}`)}
    >
      <TextField label="Wanted limit" inputMode="numeric" autoComplete="off" autoFocus {...form.field("wanted")} />
      <TextArea label="Reason" prose hint="What it is needed for; the operator reads it" {...form.field("reason")} />
    </ChangeDialog>
  );
}

"use client";

import type { BackupDestination } from "@fulmar/contract";
import { defineForm, optionalText, text, useForm } from "@/client/form.ts";
import { planOf } from "@/client/plan-question.ts";
import { useTRPC } from "@/client/trpc.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { nullableOf, RETENTION, RetentionFields } from "./retention-fields.tsx";

const changeDestination = defineForm(async () => (await import("@fulmar/contract/recovery")).UpdateBackupDestination, {
  name: text(),
  endpoint: text(),
  region: text(),
  bucket: text(),
  prefix: text(),
  access_key: optionalText,
  secret_key: optionalText,
  ...RETENTION,
});

/** Changes a destination. Its access is not shown, and stays unless another one is typed. */
export function ChangeDestination({ destination, open, onClose }: { destination: BackupDestination } & DialogState) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const { destination_id, name, endpoint, region, bucket, prefix, keep_count, keep_days } = destination;
  const form = useForm(changeDestination, {
    ...{ name, endpoint, region, bucket, prefix },
    keep_count: String(keep_count ?? ""),
    keep_days: String(keep_days ?? ""),
  });
  const [count, days] = form.watch(["keep_count", "keep_days"]);
  const input = { workspace_id: workspaceId, destination_id };
  const retention = { keep_count: nullableOf(count), keep_days: nullableOf(days) };
  const isValid = Object.values(retention).every((number) => number === null || number >= 1);
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title={`Change ${name}`}
      lead="Copies stay where they were written. The endpoint and the bucket change only while nothing is copied there."
      action="Save destination"
      wide
      form={form}
      plan={isValid ? planOf(trpc.changePlan.backupDestination.update, { ...input, ...retention }) : null}
      change={trpc.backupDestination.update}
      inputOf={(body) => ({ ...input, ...body })}
      onDone={(saved) => changed(`Saved ${saved.name}`)}
    >
      <TextField label="Name" autoFocus autoComplete="off" {...form.field("name")} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Endpoint" type="url" autoComplete="off" {...form.field("endpoint")} />
        <TextField label="Region" autoComplete="off" {...form.field("region")} />
        <TextField label="Bucket" autoComplete="off" {...form.field("bucket")} />
        <TextField label="Prefix" autoComplete="off" hint="Of the copies from now on" {...form.field("prefix")} />
        <TextField
          label="Access key"
          autoComplete="off"
          spellCheck={false}
          hint="Leave empty to keep the present one"
          {...form.field("access_key")}
        />
        <TextField
          label="Secret key"
          type="password"
          autoComplete="off"
          hint="Leave empty to keep the present one"
          {...form.field("secret_key")}
        />
      </div>
      <RetentionFields count={form.field("keep_count")} days={form.field("keep_days")} />
    </ChangeDialog>
  );
}

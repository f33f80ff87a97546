"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { chosen, defineForm, text, useForm } from "@/client/form.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { CheckOption } from "@/components/check-option.tsx";
import { ChoiceCard, ChoiceGroup } from "@/components/choice-card.tsx";
import { CopyBlock } from "@/components/copy-block.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { TextField } from "@/components/field.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { RETENTION, RetentionFields } from "./retention-fields.tsx";

const Question = onDemand(async () => (await import("@/components/dialog.tsx")).Question);

const addDestination = defineForm(
  async () => (await import("@fulmar/contract/recovery")).CreateBackupDestination,
  {
    name: text(),
    endpoint: text(),
    region: text("us-east-1"),
    bucket: text(),
    prefix: text(),
    access_key: text(),
    secret_key: text(),
    key_origin: chosen<"made" | "own">("made"),
    key: text(),
    ...RETENTION,
  },
  ({ key_origin, key, ...body }) => ({ ...body, ...(key_origin === "own" && { key }) }),
);

/** Adds a bucket, and shows once the key that was made for its copies. */
export function AddDestination({ open, onClose }: DialogState) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged("begun");
  const form = useForm(addDestination);
  const isOwn = form.watch("key_origin") === "own";
  const create = useMutation(
    trpc.backupDestination.create.mutationOptions({
      // The key is kept only in this dialog.
      gcTime: 0,
      onSuccess: async ({ name }, { key }) => {
        if (key !== undefined) onClose();
        await changed(`Added ${name}`, "A worker looks whether its bucket can be used.");
      },
      onError: form.showErrors,
    }),
  );
  const close = () => {
    create.reset();
    onClose();
  };
  if (create.data !== undefined && create.variables.key === undefined)
    return <DestinationKey name={create.data.name} copyKey={create.data.key} onClose={close} />;
  const submit = form.handleSubmit((body) => create.mutate({ workspace_id: workspaceId, ...body }));
  return (
    <FormDialog
      open={open}
      onClose={close}
      title="Add a destination"
      lead="The access key must be allowed to read, write, list and delete objects of the bucket."
      action="Add destination"
      wide
      busy={create.isPending}
      error={create.error}
      onSubmit={(event) => void submit(event)}
    >
      <TextField label="Name" autoFocus autoComplete="off" hint="For example, elsewhere" {...form.field("name")} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Endpoint"
          type="url"
          autoComplete="off"
          hint="For example, https://s3.example.com"
          {...form.field("endpoint")}
        />
        <TextField
          label="Region"
          autoComplete="off"
          hint="The region that requests are signed for"
          {...form.field("region")}
        />
        <TextField label="Bucket" autoComplete="off" {...form.field("bucket")} />
        <TextField
          label="Prefix"
          autoComplete="off"
          hint="Optional; names that end with a slash each, such as backups/prod/"
          {...form.field("prefix")}
        />
        <TextField label="Access key" autoComplete="off" spellCheck={false} {...form.field("access_key")} />
        <TextField label="Secret key" type="password" autoComplete="off" {...form.field("secret_key")} />
      </div>
      <ChoiceGroup legend="Encryption key" error={undefined}>
        <ChoiceCard title="Make one" value="made" {...form.register("key_origin")}>
          It is shown once, when the destination is added.
        </ChoiceCard>
        <ChoiceCard title="Use my own" value="own" {...form.register("key_origin")}>
          Also opens the copies that the bucket already holds.
        </ChoiceCard>
      </ChoiceGroup>
      {isOwn && (
        <TextField
          label="Key"
          type="password"
          autoComplete="off"
          hint="32 bytes as 43 characters of base64url"
          {...form.field("key")}
        />
      )}
      <RetentionFields count={form.field("keep_count")} days={form.field("keep_days")} />
    </FormDialog>
  );
}

/** The key of a destination, shown once. The dialog stays until the user says that it is saved. */
function DestinationKey({ name, copyKey, onClose }: { name: string; copyKey: string; onClose: () => void }) {
  const [saved, setSaved] = useState(false);
  return (
    <Question
      open
      onClose={() => saved && onClose()}
      title={`The key of ${name}`}
      lead="The copies open with it alone, also where nothing but the bucket is left. It can never be shown again."
    >
      <div className="mt-4 space-y-4">
        <CopyBlock label="Encryption key" text={copyKey} />
        <CheckOption
          label="I have saved the key"
          checked={saved}
          onChange={(event) => setSaved(event.currentTarget.checked)}
        />
        <div className="flex justify-end">
          <Button
            look="primary"
            refusal={saved ? null : "Save the key first: it is not shown again."}
            onClick={onClose}
          >
            Done
          </Button>
        </div>
      </div>
    </Question>
  );
}

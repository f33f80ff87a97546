"use client";

import type { Secret } from "@fulmar/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Controller } from "react-hook-form";
import { chosen, defineForm, useForm } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CheckOption } from "@/components/check-option.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { NO_VALUE, type TypedValue } from "./typed-value.ts";
import { ValueField } from "./value-field.tsx";

const newVersion = defineForm(
  async () => (await import("@fulmar/contract/secret-store")).CreateSecretVersion,
  {
    value: chosen<TypedValue>(NO_VALUE),
    guarded: chosen(true),
    seen: chosen(0),
  },
  ({ value: { value, encoding }, guarded, seen }) => ({ value, encoding, ...(guarded && { if_version: seen }) }),
);

/** Adds a version. When guarded, it is refused if another user has added one since the dialog was opened. */
export function NewVersion({ secret, storeId, onClose }: { secret: Secret; storeId: string; onClose: () => void }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  // The version that the user has seen. The page behind the dialog keeps updating the secret.
  const [seen] = useState(secret.version);
  const form = useForm(newVersion, { seen });
  const create = useMutation(
    trpc.secretVersion.create.mutationOptions({
      gcTime: 0,
      onSuccess: async ({ version }) => {
        notify.done(`Version ${version} is now the latest`);
        onClose();
        await Promise.all([
          queryClient.invalidateQueries(trpc.secretVersion.pathFilter()),
          queryClient.invalidateQueries(trpc.secret.pathFilter()),
        ]);
      },
      onError: form.showErrors,
    }),
  );
  const submit = form.handleSubmit((body) =>
    create.mutate({ workspace_id: workspaceId, store_id: storeId, secret_id: secret.id, ...body }),
  );
  return (
    <FormDialog
      open
      wide
      onClose={onClose}
      title={`New version of ${secret.key}`}
      lead="It becomes the latest version at once. Earlier versions stay as they are."
      action="Create version"
      busy={create.isPending}
      error={create.error}
      onSubmit={(event) => void submit(event)}
    >
      <Controller
        control={form.control}
        name="value"
        render={({ field, fieldState }) => (
          <ValueField value={field.value} error={fieldState.error?.message} onChange={field.onChange} />
        )}
      />
      <CheckOption
        label={`Only if version ${seen} is still the latest`}
        hint="Refused if somebody else has given it a new value meanwhile."
        {...form.register("guarded")}
      />
    </FormDialog>
  );
}

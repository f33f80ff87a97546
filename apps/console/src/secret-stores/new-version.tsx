"use client";

import type { Secret } from "@fulmar/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Controller, useForm } from "react-hook-form";
import { contractResolver, showFieldErrors } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CheckOption } from "@/components/check-option.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { NO_VALUE, type TypedValue } from "./typed-value.ts";
import { ValueField } from "./value-field.tsx";

const schema = async () => (await import("@fulmar/contract/secret-store")).CreateSecretVersion;

interface Values {
  readonly value: TypedValue;
  readonly guarded: boolean;
}

/** A new value. Guarded, it is refused where somebody else has written another since this was opened. */
export function NewVersion({ secret, storeId, onClose }: { secret: Secret; storeId: string; onClose: () => void }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  // The version that the reader has seen: the page goes on following the secret below this dialog.
  const [seen] = useState(secret.version);
  const toVersion = ({ value: { value, encoding }, guarded }: Values) => ({
    value,
    encoding,
    ...(guarded && { if_version: seen }),
  });
  const form = useForm<Values>({
    resolver: contractResolver<Values>(schema, toVersion),
    defaultValues: { value: NO_VALUE, guarded: true },
  });
  const create = useMutation(
    trpc.secretVersion.create.mutationOptions({
      gcTime: 0,
      onSuccess: async ({ version }) => {
        notify.done(`Version ${version} is the latest now`);
        onClose();
        await Promise.all([
          queryClient.invalidateQueries(trpc.secretVersion.pathFilter()),
          queryClient.invalidateQueries(trpc.secret.pathFilter()),
        ]);
      },
      onError: (error) => showFieldErrors(problemOf(error).errors, ["value"], form.setError),
    }),
  );
  const submit = form.handleSubmit((values) =>
    create.mutate({ workspace_id: workspaceId, store_id: storeId, secret_id: secret.id, ...toVersion(values) }),
  );
  return (
    <FormDialog
      open
      wide
      onClose={onClose}
      title={`New version of ${secret.key}`}
      lead="It is the latest version at once. Those before it stay as they are."
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

"use client";

import type { SecretStore } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { Controller, useForm } from "react-hook-form";
import { contractResolver, showFieldErrors } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { TextField } from "@/components/field.tsx";
import { FormFields } from "@/components/form-fields.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { type CreateSecretValues, EMPTY_SECRET, SECRET_FIELDS, toCreateSecret } from "./create-secret-values.ts";
import { ValueField } from "./value-field.tsx";

const schema = async () => (await import("@fulmar/contract/secret-store")).CreateSecret;

export function CreateSecretForm({ store, stateRefusal }: { store: SecretStore; stateRefusal: string | null }) {
  const { workspaceId } = useWorkspace();
  const router = useRouter();
  const trpc = useTRPC();
  const form = useForm<CreateSecretValues>({
    resolver: contractResolver(schema, toCreateSecret),
    defaultValues: EMPTY_SECRET,
  });
  const { errors } = form.formState;
  // Nothing keeps the value once it was sent: not the form, which is left, and not the answer.
  const create = useMutation(
    trpc.secret.create.mutationOptions({
      gcTime: 0,
      onSuccess: ({ id, key }) => {
        notify.done(`Created ${key}`);
        router.push(`/workspaces/${workspaceId}/secret-stores/${store.id}/secrets/${id}`);
      },
      onError: (error) => showFieldErrors(problemOf(error).errors, SECRET_FIELDS, form.setError),
    }),
  );
  const submit = form.handleSubmit((values) =>
    create.mutate({ workspace_id: workspaceId, store_id: store.id, ...toCreateSecret(values) }),
  );
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="space-y-6">
      {create.error && <ProblemNotice problem={problemOf(create.error)} />}
      <FormFields refusal={stateRefusal} className="space-y-6">
        <TextField
          label="Key"
          autoFocus
          autoComplete="off"
          spellCheck={false}
          placeholder="payments/stripe/api-key"
          hint="What programs ask for: letters, digits, '.', '_' and '-', with slashes between parts"
          error={errors.key?.message}
          {...form.register("key")}
        />
        <Controller
          control={form.control}
          name="value"
          render={({ field, fieldState }) => (
            <ValueField value={field.value} error={fieldState.error?.message} onChange={field.onChange} />
          )}
        />
        <TextField
          label="Description"
          autoComplete="off"
          error={errors.description?.message}
          {...form.register("description")}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label="Tags"
            hint="Separated by commas"
            autoComplete="off"
            error={errors.tags?.message}
            {...form.register("tags")}
          />
          <TextField
            label="Last day"
            type="date"
            hint="After it the value is not handed out; empty: always"
            error={errors.expires_at?.message}
            {...form.register("expires_at")}
          />
        </div>
      </FormFields>
      <Button type="submit" look="primary" busy={create.isPending || create.isSuccess} refusal={stateRefusal}>
        Create secret
      </Button>
    </form>
  );
}

"use client";

import { rolesWith, SECRET_REFUSALS, type SecretStore } from "@fulmar/contract";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { Controller } from "react-hook-form";
import { endOfDay } from "@/client/day.ts";
import { chosen, defineForm, field, text, texts, useForm } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { TextField } from "@/components/field.tsx";
import { FormFields } from "@/components/form-fields.tsx";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { RoleGate } from "@/components/role-gate.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { storeInput } from "./secret-queries.ts";
import { NO_VALUE, type TypedValue } from "./typed-value.ts";
import { ValueField } from "./value-field.tsx";

export function CreateSecretPage({ storeId }: { storeId: string }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const store = useQuery(trpc.secretStore.get.queryOptions(storeInput(workspaceId, storeId)));
  const stores = `/workspaces/${workspaceId}/secret-stores` as const;
  return (
    <div className="max-w-2xl">
      <PageHeader
        crumbs={[
          { label: "Secret stores", href: stores },
          { label: store.data?.name ?? "Secret store", href: `${stores}/${storeId}` },
        ]}
        title="New secret"
      />
      <RoleGate may={rolesWith("secret-store.write")} verbPhrase="create secrets">
        <Loaded query={store} skeleton={<BlockSkeleton className="h-72" />}>
          {(found) => <CreateSecretForm store={found} stateRefusal={refusalOf(found)} />}
        </Loaded>
      </RoleGate>
    </div>
  );
}

function refusalOf({ status }: SecretStore): string | null {
  if (status === "archived") return SECRET_REFUSALS.store_archived;
  return status === "deleting" ? "The secret store is deleted; restore it first." : null;
}

const createSecret = defineForm(
  async () => (await import("@fulmar/contract/secret-store")).CreateSecret,
  {
    key: text(),
    // Not trimmed, because a trailing space may belong to it.
    value: chosen<TypedValue>(NO_VALUE),
    description: text(),
    tags: texts(","),
    // YYYY-MM-DD, the last day on which the value can be read. Empty if it never expires.
    expires_at: field("", (day) => (day === "" ? null : endOfDay(day))),
  },
  ({ value: { value, encoding }, ...body }) => ({ ...body, value, encoding }),
);

function CreateSecretForm({ store, stateRefusal }: { store: SecretStore; stateRefusal: string | null }) {
  const { workspaceId } = useWorkspace();
  const router = useRouter();
  const trpc = useTRPC();
  const form = useForm(createSecret);
  // The value is not kept after it was sent: the form is left, and the answer does not contain it.
  const create = useMutation(
    trpc.secret.create.mutationOptions({
      gcTime: 0,
      onSuccess: ({ id, key }) => {
        notify.done(`Created ${key}`);
        router.push(`/workspaces/${workspaceId}/secret-stores/${store.id}/secrets/${id}`);
      },
      onError: form.showErrors,
    }),
  );
  const submit = form.handleSubmit((body) => create.mutate({ workspace_id: workspaceId, store_id: store.id, ...body }));
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
          {...form.field("key")}
        />
        <Controller
          control={form.control}
          name="value"
          render={({ field, fieldState }) => (
            <ValueField value={field.value} error={fieldState.error?.message} onChange={field.onChange} />
          )}
        />
        <TextField label="Description" autoComplete="off" {...form.field("description")} />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label="Tags" hint="Separated by commas" autoComplete="off" {...form.field("tags")} />
          <TextField
            label="Expires on"
            type="date"
            hint="The value is not returned after this time. Leave empty for no expiry"
            {...form.field("expires_at")}
          />
        </div>
      </FormFields>
      <Button type="submit" look="primary" busy={create.isPending || create.isSuccess} refusal={stateRefusal}>
        Create secret
      </Button>
    </form>
  );
}

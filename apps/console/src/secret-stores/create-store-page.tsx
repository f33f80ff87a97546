"use client";

import { rolesWith } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { defineForm, rawText, useForm } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { TextArea, TextField } from "@/components/field.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { RoleGate } from "@/components/role-gate.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { ShowFormAs } from "@/show-as/show-form-as.tsx";

const createStore = defineForm(async () => (await import("@fulmar/contract/secret-store")).CreateSecretStore, {
  name: rawText(),
  description: rawText(),
});

export function CreateStorePage() {
  const { workspaceId } = useWorkspace();
  const router = useRouter();
  const trpc = useTRPC();
  const form = useForm(createStore);
  const create = useMutation(
    trpc.secretStore.create.mutationOptions({
      onSuccess: ({ id, name }) => {
        notify.done(`Created ${name}`);
        router.push(`/workspaces/${workspaceId}/secret-stores/${id}`);
      },
      onError: form.showErrors,
    }),
  );
  const submit = form.handleSubmit((body) => create.mutate({ workspace_id: workspaceId, ...body }));
  return (
    <div className="max-w-2xl">
      <PageHeader
        crumbs={[{ label: "Secret stores", href: `/workspaces/${workspaceId}/secret-stores` }]}
        title="New secret store"
      />
      <RoleGate may={rolesWith("secret-store.write")} verbPhrase="create secret stores">
        <form noValidate onSubmit={(event) => void submit(event)} className="space-y-6">
          {create.error && <ProblemNotice problem={problemOf(create.error)} />}
          <TextField
            label="Name"
            autoFocus
            autoComplete="off"
            hint="Its key, which programs use, is derived from this name and does not change"
            {...form.field("name")}
          />
          <TextArea prose label="Description" hint="What its secrets are for" {...form.field("description")} />
          <Button type="submit" look="primary" busy={create.isPending || create.isSuccess}>
            Create store
          </Button>
          <ShowFormAs operation="secretStore.create" declared={createStore} form={form} />
        </form>
      </RoleGate>
    </div>
  );
}

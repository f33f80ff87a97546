"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { defineForm, rawText, useForm } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CreatePage } from "@/components/create-page.tsx";
import { TextArea, TextField } from "@/components/field.tsx";
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
    <CreatePage
      list={{ label: "Secret stores", page: "secret-stores" }}
      title="New secret store"
      scope="secret-store.write"
      verbPhrase="create secret stores"
      sent={create}
      onSubmit={submit}
      button="Create store"
      after={<ShowFormAs operation="secretStore.create" declared={createStore} form={form} />}
    >
      <TextField
        label="Name"
        autoFocus
        autoComplete="off"
        hint="Its key, which programs use, is derived from this name and does not change"
        {...form.field("name")}
      />
      <TextArea prose label="Description" hint="What its secrets are for" {...form.field("description")} />
    </CreatePage>
  );
}

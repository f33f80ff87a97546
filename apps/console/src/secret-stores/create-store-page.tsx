"use client";

import { defineForm, rawText, useForm } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CreatePage } from "@/components/create-page.tsx";
import { TextArea, TextField } from "@/components/field.tsx";
import { useCreate } from "@/shell/use-create.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { ShowFormAs } from "@/show-as/show-form-as.tsx";

const createStore = defineForm(async () => (await import("@fulmar/contract/secret-store")).CreateSecretStore, {
  name: rawText(),
  description: rawText(),
});

export function CreateStorePage() {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const form = useForm(createStore);
  const create = useCreate(
    form,
    trpc.secretStore.create,
    (body) => ({ workspace_id: workspaceId, ...body }),
    ({ id, name }) => ({ page: `secret-stores/${id}`, message: `Created ${name}` }),
  );
  return (
    <CreatePage
      list={{ label: "Secret stores", page: "secret-stores" }}
      title="New secret store"
      scope="secret-store.write"
      verbPhrase="create secret stores"
      {...create}
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

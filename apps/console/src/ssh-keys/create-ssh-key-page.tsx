"use client";

import { defineForm, rawText, text, useForm } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CreatePage } from "@/components/create-page.tsx";
import { TextArea, TextField } from "@/components/field.tsx";
import { useCreate } from "@/shell/use-create.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

const createSshKey = defineForm(async () => (await import("@fulmar/contract/compute")).CreateSshKey, {
  name: rawText(),
  public_key: text(),
});

export function CreateSshKeyPage() {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const form = useForm(createSshKey);
  const create = useCreate(
    form,
    trpc.sshKey.create,
    (body) => ({ workspace_id: workspaceId, ...body }),
    ({ ssh_key_id, name }) => ({ page: `ssh-keys/${ssh_key_id}`, message: `Added ${name}` }),
  );
  return (
    <CreatePage
      list={{ label: "SSH keys", page: "ssh-keys" }}
      title="New SSH key"
      scope="vm.write"
      verbPhrase="add SSH keys"
      {...create}
      button="Add SSH key"
    >
      <TextField
        label="Name"
        autoFocus
        autoComplete="off"
        hint="Whose key it is, such as ada-laptop"
        {...form.field("name")}
      />
      <TextArea
        label="Public key"
        hint="The line in a file such as ~/.ssh/id_ed25519.pub"
        placeholder="ssh-ed25519 AAAA…"
        spellCheck={false}
        {...form.field("public_key")}
      />
    </CreatePage>
  );
}

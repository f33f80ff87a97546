"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { defineForm, rawText, text, useForm } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CreatePage } from "@/components/create-page.tsx";
import { TextArea, TextField } from "@/components/field.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

const createSshKey = defineForm(async () => (await import("@fulmar/contract/compute")).CreateSshKey, {
  name: rawText(),
  public_key: text(),
});

export function CreateSshKeyPage() {
  const { workspaceId } = useWorkspace();
  const router = useRouter();
  const trpc = useTRPC();
  const form = useForm(createSshKey);
  const create = useMutation(
    trpc.sshKey.create.mutationOptions({
      onSuccess: ({ ssh_key_id, name }) => {
        notify.done(`Added ${name}`);
        router.push(`/workspaces/${workspaceId}/ssh-keys/${ssh_key_id}`);
      },
      onError: form.showErrors,
    }),
  );
  const submit = form.handleSubmit((body) => create.mutate({ workspace_id: workspaceId, ...body }));
  return (
    <CreatePage
      list={{ label: "SSH keys", page: "ssh-keys" }}
      title="New SSH key"
      scope="vm.write"
      verbPhrase="add SSH keys"
      sent={create}
      onSubmit={submit}
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

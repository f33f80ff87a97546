"use client";

import { rolesWith } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { defineForm, rawText, text, useForm } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { TextArea, TextField } from "@/components/field.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { RoleGate } from "@/components/role-gate.tsx";
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
    <div className="max-w-2xl">
      <PageHeader crumbs={[{ label: "SSH keys", href: `/workspaces/${workspaceId}/ssh-keys` }]} title="New SSH key" />
      <RoleGate may={rolesWith("vm.write")} verbPhrase="add SSH keys">
        <form noValidate onSubmit={(event) => void submit(event)} className="space-y-6">
          {create.error && <ProblemNotice problem={problemOf(create.error)} />}
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
          <Button type="submit" look="primary" busy={create.isPending || create.isSuccess}>
            Add SSH key
          </Button>
        </form>
      </RoleGate>
    </div>
  );
}

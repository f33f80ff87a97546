"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useWatch } from "react-hook-form";
import { defineForm, rawText, useForm } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CreatePage } from "@/components/create-page.tsx";
import { TextField } from "@/components/field.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { UserDataField } from "@/user-data/user-data-field.tsx";

const createStartupScript = defineForm(async () => (await import("@fulmar/contract/compute")).CreateStartupScript, {
  name: rawText(),
  content: rawText(),
});

export function CreateStartupScriptPage() {
  const { workspaceId } = useWorkspace();
  const router = useRouter();
  const trpc = useTRPC();
  const form = useForm(createStartupScript);
  const content = useWatch({ control: form.control, name: "content" });
  const create = useMutation(
    trpc.startupScript.create.mutationOptions({
      onSuccess: ({ startup_script_id, name }) => {
        notify.done(`Added ${name}`);
        router.push(`/workspaces/${workspaceId}/startup-scripts/${startup_script_id}`);
      },
      onError: form.showErrors,
    }),
  );
  const submit = form.handleSubmit((body) => create.mutate({ workspace_id: workspaceId, ...body }));
  return (
    <CreatePage
      list={{ label: "Startup scripts", page: "startup-scripts" }}
      title="New startup script"
      scope="vm.write"
      verbPhrase="add startup scripts"
      sent={create}
      onSubmit={submit}
      button="Add startup script"
    >
      <TextField
        label="Name"
        autoFocus
        autoComplete="off"
        hint="What it sets up, such as nginx"
        {...form.field("name")}
      />
      <UserDataField
        label="Script"
        hint="A script that begins with #!, or #cloud-config"
        text={content}
        onText={(text) => form.setValue("content", text, { shouldDirty: true })}
        {...form.field("content")}
      />
    </CreatePage>
  );
}

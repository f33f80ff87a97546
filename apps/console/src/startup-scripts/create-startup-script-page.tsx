"use client";

import { useWatch } from "react-hook-form";
import { defineForm, rawText, useForm } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CreatePage } from "@/components/create-page.tsx";
import { TextField } from "@/components/field.tsx";
import { useCreate } from "@/shell/use-create.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { UserDataField } from "@/user-data/user-data-field.tsx";

const createStartupScript = defineForm(async () => (await import("@fulmar/contract/compute")).CreateStartupScript, {
  name: rawText(),
  content: rawText(),
});

export function CreateStartupScriptPage() {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const form = useForm(createStartupScript);
  const content = useWatch({ control: form.control, name: "content" });
  const create = useCreate(
    form,
    trpc.startupScript.create,
    (body) => ({ workspace_id: workspaceId, ...body }),
    ({ startup_script_id, name }) => ({ page: `startup-scripts/${startup_script_id}`, message: `Added ${name}` }),
  );
  return (
    <CreatePage
      list={{ label: "Startup scripts", page: "startup-scripts" }}
      title="New startup script"
      scope="vm.write"
      verbPhrase="add startup scripts"
      {...create}
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

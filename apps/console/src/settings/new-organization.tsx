"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { defineForm, rawText, useForm } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { TextField } from "@/components/field.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";
import { notify } from "@/components/toast-store.ts";
import { useInstallation } from "@/shell/installation.tsx";
import { useProfile } from "@/shell/profile.tsx";

const createOrganization = defineForm(async () => (await import("@fulmar/contract/console")).NewOrganization, {
  name: rawText(),
  workspace_name: rawText("Default"),
});

/** Asks for the names of an organization and its first workspace, creates them and opens the workspace. */
export function NewOrganizationButton() {
  const router = useRouter();
  const trpc = useTRPC();
  const [open, setOpen] = useState(false);
  const form = useForm(createOrganization);
  const { new_organizations } = useInstallation();
  const { operator_role } = useProfile();
  const refusal =
    new_organizations === "operators" && operator_role !== "operator"
      ? "Only operators make organizations here; ask for one, or for an invitation."
      : null;
  const create = useMutation(
    trpc.organization.create.mutationOptions({
      onSuccess: ({ workspace_id }, { name }) => {
        notify.done(`Created ${name}`, "You are its owner. Its wallet is empty until it is topped up.");
        router.push(`/workspaces/${workspace_id}/settings/organization`);
        router.refresh();
      },
      onError: form.showErrors,
    }),
  );
  const submit = form.handleSubmit((values) => create.mutate(values));
  return (
    <>
      <Button refusal={refusal} onClick={() => setOpen(true)}>
        New organization
      </Button>
      <FormDialog
        open={open}
        onClose={() => setOpen(false)}
        title="New organization"
        lead="You are its first owner."
        action="Create organization"
        busy={create.isPending}
        error={create.error}
        onSubmit={(event) => void submit(event)}
      >
        <TextField label="Name" autoComplete="off" {...form.field("name")} />
        <TextField label="First workspace" autoComplete="off" {...form.field("workspace_name")} />
      </FormDialog>
    </>
  );
}

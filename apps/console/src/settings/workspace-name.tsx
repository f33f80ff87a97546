"use client";

import { MANAGER_ROLES } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useRouter, useSearchParams } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { defineForm, rawText, useForm } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { TextField } from "@/components/field.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { useRoleRefusal } from "./use-role.ts";

/** A new workspace and one that is renamed have the same rules for names. */
const nameWorkspace = defineForm(async () => (await import("@fulmar/contract/tenancy")).NewWorkspace, {
  name: rawText(),
});

export function NewWorkspaceButton() {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const create = useMutation(trpc.workspace.create.mutationOptions());
  const refusal = useRoleRefusal(MANAGER_ROLES);
  // The workspace menu leads here.
  const asked = useSearchParams().get("new") === "workspace";
  return (
    <NameDialog
      label={
        <>
          <Plus className="size-4" aria-hidden />
          New workspace
        </>
      }
      look="primary"
      title="New workspace"
      action="Create workspace"
      name=""
      refusal={refusal}
      asked={asked && refusal === null}
      mutation={create}
      onName={(name) => create.mutateAsync({ workspace_id: workspaceId, name })}
      done={(name) => `Created ${name}`}
    />
  );
}

export function RenameWorkspaceButton({ workspace }: { workspace: { workspace_id: string; name: string } }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const rename = useMutation(trpc.workspace.update.mutationOptions());
  return (
    <NameDialog
      label="Rename"
      ariaLabel={`Rename ${workspace.name}`}
      look="secondary"
      title={`Rename ${workspace.name}`}
      action="Rename workspace"
      name={workspace.name}
      refusal={useRoleRefusal(MANAGER_ROLES)}
      mutation={rename}
      onName={(name) => rename.mutateAsync({ workspace_id: workspaceId, id: workspace.workspace_id, name })}
      done={(name) => `Renamed to ${name}`}
    />
  );
}

interface NameDialogProps {
  readonly label: ReactNode;
  readonly ariaLabel?: string;
  readonly look: "primary" | "secondary";
  readonly title: string;
  readonly action: string;
  readonly name: string;
  readonly refusal: string | null;
  /** Whether the dialog is open at first. */
  readonly asked?: boolean;
  readonly mutation: { readonly isPending: boolean; readonly error: unknown };
  readonly onName: (name: string) => Promise<unknown>;
  readonly done: (name: string) => string;
}

/** A button that opens a dialog for a name. */
function NameDialog({
  label,
  ariaLabel,
  look,
  title,
  action,
  name,
  refusal,
  asked = false,
  mutation,
  onName,
  done,
}: NameDialogProps) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (asked) setOpen(true);
  }, [asked]);
  const form = useForm(nameWorkspace, { name });
  const submit = form.handleSubmit(async (values) => {
    try {
      await onName(values.name);
    } catch (error) {
      // The dialog shows the error.
      form.showErrors(error);
      return;
    }
    notify.done(done(values.name));
    setOpen(false);
    form.reset({ ...values, name: name === "" ? "" : values.name });
    router.refresh();
  });
  return (
    <>
      <Button
        look={look}
        {...(ariaLabel !== undefined && { "aria-label": ariaLabel })}
        refusal={refusal}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      <FormDialog
        open={open}
        onClose={() => setOpen(false)}
        title={title}
        lead="A name is unique in its organization."
        action={action}
        busy={mutation.isPending}
        error={mutation.error}
        onSubmit={(event) => void submit(event)}
      >
        <TextField label="Name" autoComplete="off" {...form.field("name")} />
      </FormDialog>
    </>
  );
}

"use client";

import { useRouter } from "next/navigation";
import { defineForm, number, useForm } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import { DialogButton, type DialogState } from "@/components/dialog-button.tsx";
import { TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { notify } from "@/components/toast-store.ts";
import { DocsLink } from "@/docs/docs-link.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { useRoleRefusal } from "./use-role.ts";

interface Workspace {
  readonly workspace_id: string;
  readonly name: string;
  readonly deletion_window_hours: number;
}

const setWindow = defineForm(async () => (await import("@fulmar/contract/tenancy")).DeletionWindow, {
  deletion_window_hours: number(),
});

export function DeletionWindowButton({ workspace }: { workspace: Workspace }) {
  return (
    <DialogButton
      refusal={useRoleRefusal(["owner"])}
      aria-label={`Deletion window of ${workspace.name}`}
      dialog={(state) => <DeletionWindowDialog {...state} workspace={workspace} />}
    >
      Deletion window
    </DialogButton>
  );
}

/** Sets for how long deleted VMs and volumes can be restored. */
function DeletionWindowDialog({ workspace, open, onClose }: DialogState & { workspace: Workspace }) {
  const { organization } = useWorkspace();
  const router = useRouter();
  const trpc = useTRPC();
  const form = useForm(setWindow, { deletion_window_hours: String(workspace.deletion_window_hours) });
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title={`Deletion window of ${workspace.name}`}
      lead={
        <>
          VMs and volumes that are deleted from now on can be restored for this long. Their storage is charged until
          then.
        </>
      }
      action="Save"
      form={form}
      change={trpc.workspace.setDeletionWindow}
      inputOf={(body) => ({ organization_id: organization.organization_id, id: workspace.workspace_id, ...body })}
      onDone={() => {
        notify.done(`Changed the deletion window of ${workspace.name}`);
        router.refresh();
      }}
    >
      <TextField
        label="Hours"
        type="number"
        inputMode="numeric"
        min={0}
        max={720}
        hint={
          <>
            0 turns it off; 720 hours are 30 days. <DocsLink to="deletionWindow">About the deletion window</DocsLink>
          </>
        }
        {...form.field("deletion_window_hours")}
      />
    </ChangeDialog>
  );
}

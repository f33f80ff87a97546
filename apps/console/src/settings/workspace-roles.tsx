"use client";

import { type MemberRecord, nameOfRole, WORKSPACE_ROLES, type WorkspaceRole } from "@fulmar/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/client/trpc.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { SelectField } from "@/components/field.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

type Roles = Readonly<Record<string, WorkspaceRole | null>>;

/** Chooses a member's role in each workspace. */
export function WorkspaceRoles({ member, open, onClose }: { member: MemberRecord } & DialogState) {
  const { organization } = useWorkspace();
  const { organization_id, workspaces } = organization;
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const stored: Roles = Object.fromEntries(
    member.workspace_roles.map(({ workspace_id, role }) => [workspace_id, role]),
  );
  // Only what was chosen here is sent, so that it takes nothing back that somebody else changes meanwhile.
  const [chosen, setChosen] = useState<Roles>({});
  const change = useMutation(trpc.member.setWorkspaceRole.mutationOptions());
  const changed = Object.entries(chosen).filter(([id, role]) => role !== (stored[id] ?? null));
  const close = () => {
    setChosen({});
    change.reset();
    onClose();
  };
  const submit = async () => {
    try {
      for (const [workspace_id, role] of changed)
        await change.mutateAsync({ organization_id, user_id: member.user_id, workspace_id, role });
      notify.done(`Changed the roles of ${member.name}`);
      close();
    } catch {
      // The dialog shows the mutation's error, and what was changed before it stays.
    } finally {
      await queryClient.invalidateQueries(trpc.member.pathFilter());
    }
  };
  return (
    <FormDialog
      open={open}
      onClose={close}
      title={`Roles of ${member.name} in workspaces`}
      lead={
        <>
          In a workspace with a role of its own, that role counts instead of {nameOfRole(member.role)}, from their next
          request on. API tokens and access keys that can do more there are revoked.
        </>
      }
      action="Save roles"
      busy={change.isPending}
      error={change.error}
      refusal={changed.length === 0 ? "Choose another role first." : null}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {workspaces.map(({ workspace_id, name }) => (
        <SelectField
          key={workspace_id}
          label={name}
          value={(workspace_id in chosen ? chosen[workspace_id] : stored[workspace_id]) ?? ""}
          onChange={({ currentTarget: { value } }) =>
            setChosen({ ...chosen, [workspace_id]: WORKSPACE_ROLES.find((role) => role === value) ?? null })
          }
        >
          <option value="">As in the organization: {nameOfRole(member.role)}</option>
          {WORKSPACE_ROLES.map((role) => (
            <option key={role} value={role}>
              {capitalized(nameOfRole(role))}
            </option>
          ))}
        </SelectField>
      ))}
    </FormDialog>
  );
}

/** Of an option, style sheets reach no first letter. */
function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

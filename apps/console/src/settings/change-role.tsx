"use client";

import { type MemberRecord, nameOfRole, type Role } from "@fulmar/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useForm } from "react-hook-form";
import { useTRPC } from "@/client/trpc.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { RoleChoice } from "./role-choice.tsx";

export function ChangeRole({ member, open, onClose }: { member: MemberRecord } & DialogState) {
  const { organization, profile } = useWorkspace();
  const router = useRouter();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const form = useForm<{ role: Role }>({ defaultValues: { role: member.role } });
  const change = useMutation(
    trpc.member.setRole.mutationOptions({
      onSuccess: async (_done, { role }) => {
        onClose();
        notify.done(`${member.name} is ${nameOfRole(role)} now`);
        await queryClient.invalidateQueries(trpc.member.pathFilter());
        if (member.user_id === profile.user_id) router.refresh();
      },
    }),
  );
  const submit = form.handleSubmit(({ role }) =>
    change.mutate({ organization_id: organization.organization_id, user_id: member.user_id, role }),
  );
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={`Role of ${member.name}`}
      lead={`It applies from their next request on, in open sessions too. API tokens and access keys that can do more than they may are revoked.${
        member.workspace_roles.length === 0
          ? ""
          : " Their roles in single workspaces stay, unless they become an owner or admin."
      }`}
      action="Change role"
      busy={change.isPending}
      error={change.error}
      onSubmit={(event) => void submit(event)}
    >
      <RoleChoice field={form.register("role")} error={form.formState.errors.role?.message} />
    </FormDialog>
  );
}

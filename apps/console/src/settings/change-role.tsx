"use client";

import { type MemberRecord, maySetRole, type Role } from "@fulmar/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { RoleChoice } from "./role-choice.tsx";
import { useRoleRefusal } from "./use-role.ts";

export function ChangeRole({ member }: { member: MemberRecord }) {
  const { organization, profile } = useWorkspace();
  const router = useRouter();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const form = useForm<{ role: Role }>({ values: { role: member.role } });
  const refusal = useRoleRefusal("member.setRole") ?? (maySetRole(organization.role, member.role) ? null : "Only an owner may change what an owner is.");
  const change = useMutation(
    trpc.member.setRole.mutationOptions({
      onSuccess: async (_done, { role }) => {
        setOpen(false);
        notify.done(`${member.name} is ${role} now`);
        await queryClient.invalidateQueries(trpc.member.pathFilter());
        if (member.user_id === profile.user_id) router.refresh();
      },
    }),
  );
  const submit = form.handleSubmit(({ role }) => change.mutate({ organization_id: organization.organization_id, user_id: member.user_id, role }));
  return (
    <>
      <Button aria-label={`Change the role of ${member.name}`} refusal={refusal} onClick={() => setOpen(true)}>
        Role
      </Button>
      <FormDialog
        open={open}
        onClose={() => {
          setOpen(false);
          change.reset();
        }}
        title={`Role of ${member.name}`}
        lead="In force on their very next request, in sessions that are open too."
        action="Change role"
        busy={change.isPending}
        error={change.error}
        onSubmit={(event) => void submit(event)}
      >
        <RoleChoice field={form.register("role")} error={form.formState.errors.role?.message} />
      </FormDialog>
    </>
  );
}

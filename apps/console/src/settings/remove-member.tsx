"use client";

import { MANAGER_ROLES, type MemberRecord, maySetRole } from "@fulmar/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { Confirm } from "@/components/confirm.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { useRoleRefusal } from "./use-role.ts";

export function RemoveMember({ member }: { member: MemberRecord }) {
  const { organization, profile } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const own = member.user_id === profile.user_id ? "Leave by yourself, on the page of the organization." : null;
  const refusal =
    useRoleRefusal(MANAGER_ROLES) ??
    own ??
    (maySetRole(organization.role, member.role) ? null : "Only an owner may remove an owner.");
  const remove = useMutation(
    trpc.member.remove.mutationOptions({
      onSuccess: async () => {
        setOpen(false);
        notify.done(`Removed ${member.name}`, "Their very next request is refused.");
        await queryClient.invalidateQueries(trpc.member.pathFilter());
      },
    }),
  );
  return (
    <>
      <Button look="remove" aria-label={`Remove ${member.name}`} refusal={refusal} onClick={() => setOpen(true)}>
        Remove
      </Button>
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title={`Remove ${member.name}?`}
        lead={`${member.email} loses access to ${organization.name} at once. API tokens that they made stay in force; revoke those that only they held.`}
        action="Remove member"
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate({ organization_id: organization.organization_id, user_id: member.user_id })}
      />
    </>
  );
}

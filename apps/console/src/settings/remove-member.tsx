"use client";

import type { MemberRecord } from "@fulmar/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { countOf } from "@/client/format.ts";
import { planOf } from "@/client/plan-question.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CheckOption } from "@/components/check-option.tsx";
import { Confirm } from "@/components/confirm.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { describeCredentials } from "./member-credentials.ts";

/** Removes a member. Their tokens and access keys are revoked, unless the box is cleared. */
export function RemoveMember({ member, open, onClose }: { member: MemberRecord } & DialogState) {
  const { organization } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [revoke, setRevoke] = useState(true);
  const person = { organization_id: organization.organization_id, user_id: member.user_id };
  const removal = { ...person, keep_credentials: !revoke };
  const made = useQuery({ ...trpc.member.credentials.queryOptions(person), enabled: open });
  const remove = useMutation(
    trpc.member.remove.mutationOptions({
      onSuccess: async () => {
        onClose();
        notify.done(`Removed ${member.name}`, "Their next request is refused.");
        await Promise.all(
          [trpc.member, trpc.invitation, trpc.apiToken, trpc.accessKey].map((changed) =>
            queryClient.invalidateQueries(changed.pathFilter()),
          ),
        );
      },
    }),
  );
  const invitations = made.data?.invitations ?? 0;
  const credentials = made.data && describeCredentials(made.data);
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={`Remove ${member.name}?`}
      lead={`${member.email} loses access to ${organization.name} at once.${
        invitations === 0 ? "" : ` ${countOf(invitations, "open invitation")} they sent will be revoked.`
      }`}
      action="Remove member"
      plan={planOf(trpc.changePlan.member.remove, removal)}
      busy={remove.isPending || made.isLoading}
      error={remove.error ?? made.error}
      onConfirm={() => remove.mutate(removal)}
    >
      {credentials !== undefined && (
        <CheckOption
          label={`Revoke the ${credentials} they made`}
          hint="Programs that use them are refused at once. Clear this only if you are sure that only your programs have their values."
          checked={revoke}
          onChange={(event) => setRevoke(event.currentTarget.checked)}
        />
      )}
    </Confirm>
  );
}

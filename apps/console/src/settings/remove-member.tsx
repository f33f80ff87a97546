"use client";

import type { MemberRecord } from "@fulmar/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { countOf } from "@/client/format.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CheckOption } from "@/components/check-option.tsx";
import { ConfirmChange } from "@/components/confirm.tsx";
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
  const invitations = made.data?.invitations ?? 0;
  const credentials = made.data && describeCredentials(made.data);
  return (
    <ConfirmChange
      open={open}
      onClose={onClose}
      title={`Remove ${member.name}?`}
      lead={`${member.email} loses access to ${organization.name} at once.${
        invitations === 0 ? "" : ` ${countOf(invitations, "open invitation")} they sent will be revoked.`
      }`}
      action="Remove member"
      change={trpc.member.remove}
      input={removal}
      plan={trpc.changePlan.member.remove}
      loading={made.isLoading}
      error={made.error}
      onDone={async () => {
        notify.done(`Removed ${member.name}`, "Their next request is refused.");
        await Promise.all(
          [trpc.member, trpc.invitation, trpc.apiToken, trpc.accessKey].map((changed) =>
            queryClient.invalidateQueries(changed.pathFilter()),
          ),
        );
      }}
    >
      {credentials !== undefined && (
        <CheckOption
          label={`Revoke the ${credentials} they made`}
          hint={
            <>
              Programs that use them are refused at once. Clear this only if you are sure that only your programs have
              their values.
            </>
          }
          checked={revoke}
          onChange={(event) => setRevoke(event.currentTarget.checked)}
        />
      )}
    </ConfirmChange>
  );
}

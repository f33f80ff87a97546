"use client";

import { type InvitationRecord, nameOfRole } from "@fulmar/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { planOf } from "@/client/plan-question.ts";
import { useTRPC } from "@/client/trpc.ts";
import { useList } from "@/client/use-list.ts";
import { Confirm } from "@/components/confirm.tsx";
import { columnsOf, DataTable, hiddenTitle } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { type ListedKind, ResourceList } from "@/components/resource-list.tsx";
import { RowMenu } from "@/components/row-menu.tsx";
import { StatusBadge } from "@/components/status-badge.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { invitationList } from "./settings-queries.ts";

const OPEN: ListedKind = {
  one: "open invitation",
  many: "open invitations",
  icon: UserPlus,
  purpose: "Invite a colleague: they sign up with the invitation's link and get the role you choose.",
};

const column = columnsOf<InvitationRecord>();

const columns = [
  column("email", "E-mail", (original) => <InvitedAddress email={original.email} />),
  column("role", "Role", (original) => (
    <span className="inline-block whitespace-nowrap first-letter:uppercase">{nameOfRole(original.role)}</span>
  )),
  column("invited_by", "Invited by", (original) => original.invited_by),
  column("expires", "Expires", (original) => <Expiry iso={original.expires_at} />),
  column("actions", hiddenTitle("Actions"), (original) => <RevokeInvitation invitation={original} />),
];

export function Invitations() {
  const { workspaceId } = useWorkspace();
  const { query, pages } = useList(invitationList, { workspaceId });
  return (
    <ResourceList kind={OPEN} query={query} pages={pages}>
      {(items) => (
        <DataTable
          label="List of invitations"
          columns={columns}
          rows={items}
          keyOf={(invitation) => invitation.invitation_id}
        />
      )}
    </ResourceList>
  );
}

/** Long addresses wrap on narrow pages, so that the other columns stay visible. */
function InvitedAddress({ email }: { email: string }) {
  return <div className="min-w-40 py-2 font-medium [overflow-wrap:anywhere]">{email}</div>;
}

function Expiry({ iso }: { iso: string }) {
  return (
    <div className="flex items-center gap-2">
      <DateTime iso={iso} />
      {Date.parse(iso) <= Date.now() && <StatusBadge tone="bad">expired</StatusBadge>}
    </div>
  );
}

function RevokeInvitation({ invitation }: { invitation: InvitationRecord }) {
  const { organization } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const place = { organization_id: organization.organization_id, invitation_id: invitation.invitation_id };
  const revoke = useMutation(
    trpc.invitation.revoke.mutationOptions({
      onSuccess: async () => {
        setOpen(false);
        notify.done(`Revoked the invitation for ${invitation.email}`);
        await queryClient.invalidateQueries(trpc.invitation.pathFilter());
      },
    }),
  );
  return (
    <>
      <RowMenu
        name={`the invitation for ${invitation.email}`}
        actions={[{ label: "Revoke", refusal: null, remove: true, onSelect: () => setOpen(true) }]}
      />
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title={`Revoke the invitation for ${invitation.email}?`}
        lead="The link of the invitation stops working."
        action="Revoke invitation"
        plan={planOf(trpc.changePlan.invitation.revoke, place)}
        busy={revoke.isPending}
        error={revoke.error}
        onConfirm={() => revoke.mutate(place)}
      />
    </>
  );
}

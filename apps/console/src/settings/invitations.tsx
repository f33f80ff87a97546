"use client";

import { type InvitationRecord, nameOfRole } from "@fulmar/contract";
import { useQueryClient } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useTRPC } from "@/client/trpc.ts";
import { useList } from "@/client/use-list.ts";
import { columnsOf, DataTable, hiddenTitle } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { DeleteAction } from "@/components/delete-action.tsx";
import { type ListedKind, ResourceList } from "@/components/resource-list.tsx";
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
  const { email, invitation_id } = invitation;
  return (
    <DeleteAction
      deletion={trpc.invitation.revoke}
      input={{ organization_id: organization.organization_id, invitation_id }}
      plan={trpc.changePlan.invitation.revoke}
      onDeleted={() => {
        notify.done(`Revoked the invitation for ${email}`);
        return queryClient.invalidateQueries(trpc.invitation.pathFilter());
      }}
      verb="Revoke"
      what="invitation"
      name={`the invitation for ${email}`}
      lead="The link of the invitation stops working."
      refusal={null}
      row={`the invitation for ${email}`}
    />
  );
}

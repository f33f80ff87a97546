"use client";

import { MANAGER_ROLES, type MemberRecord, maySetRole } from "@fulmar/contract";
import { onDemand } from "@/client/on-demand.tsx";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { StatusBadge } from "@/components/status-badge.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { RemoveMember } from "./remove-member.tsx";
import { useRoleRefusal } from "./use-role.ts";

/** Comes when the first role is changed. */
const ChangeRole = onDemand(async () => (await import("./change-role.tsx")).ChangeRole);

const column = columnsOf<MemberRecord>();

export const memberColumns = column.columns([
  column.display({ id: "name", header: "Name", cell: ({ row: { original } }) => <MemberName member={original} /> }),
  column.display({
    id: "role",
    header: "Role",
    cell: ({ row: { original } }) => <span className="capitalize">{original.role}</span>,
  }),
  column.display({
    id: "second_factor",
    header: "Second factor",
    cell: ({ row: { original } }) =>
      original.second_factor ? <StatusBadge tone="good">on</StatusBadge> : <StatusBadge tone="quiet">off</StatusBadge>,
  }),
  column.display({
    id: "joined",
    header: "Joined",
    cell: ({ row: { original } }) => <DateTime iso={original.joined_at} />,
  }),
  column.display({
    id: "seen",
    header: "Last seen",
    cell: ({ row: { original } }) =>
      original.last_seen_at === null ? (
        <span className="whitespace-nowrap text-ink-subtle">signed out</span>
      ) : (
        <DateTime iso={original.last_seen_at} />
      ),
  }),
  column.display({
    id: "actions",
    header: () => <span className="sr-only">Actions</span>,
    cell: ({ row: { original } }) => (
      <div className="flex justify-end gap-2">
        <RoleButton member={original} />
        <RemoveMember member={original} />
      </div>
    ),
  }),
]);

function MemberName({ member }: { member: MemberRecord }) {
  const { profile } = useWorkspace();
  return (
    <div className="min-w-40 max-w-72 py-2 [overflow-wrap:anywhere]">
      <span className="font-medium">{member.name}</span>
      {member.user_id === profile.user_id && <span className="ml-2 text-ink-subtle text-xs">you</span>}
      <div className="text-ink-muted text-xs leading-4">{member.email}</div>
    </div>
  );
}

function RoleButton({ member }: { member: MemberRecord }) {
  const { organization } = useWorkspace();
  const refusal =
    useRoleRefusal(MANAGER_ROLES) ??
    (maySetRole(organization.role, member.role) ? null : "Only an owner may change what an owner is.");
  return (
    <DialogButton
      aria-label={`Change the role of ${member.name}`}
      refusal={refusal}
      dialog={(state) => <ChangeRole member={member} {...state} />}
    >
      Role
    </DialogButton>
  );
}

"use client";

import type { MemberRecord } from "@fulmar/contract";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { StatusBadge } from "@/components/status-badge.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { ChangeRole } from "./change-role.tsx";
import { RemoveMember } from "./remove-member.tsx";

const column = columnsOf<MemberRecord>();

export const memberColumns = column.columns([
  column.display({ id: "name", header: "Name", cell: ({ row: { original } }) => <MemberName member={original} /> }),
  column.display({ id: "role", header: "Role", cell: ({ row: { original } }) => <span className="capitalize">{original.role}</span> }),
  column.display({
    id: "second_factor",
    header: "Second factor",
    cell: ({ row: { original } }) => (original.second_factor ? <StatusBadge tone="good">on</StatusBadge> : <StatusBadge tone="quiet">off</StatusBadge>),
  }),
  column.display({ id: "joined", header: "Joined", cell: ({ row: { original } }) => <DateTime iso={original.joined_at} /> }),
  column.display({
    id: "seen",
    header: "Last seen",
    cell: ({ row: { original } }) =>
      original.last_seen_at === null ? <span className="whitespace-nowrap text-ink-subtle">signed out</span> : <DateTime iso={original.last_seen_at} />,
  }),
  column.display({
    id: "actions",
    header: () => <span className="sr-only">Actions</span>,
    cell: ({ row: { original } }) => (
      <div className="flex justify-end gap-2">
        <ChangeRole member={original} />
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

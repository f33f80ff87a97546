"use client";

import { MANAGER_ROLES, type MemberRecord, maySetRole, nameOfRole } from "@fulmar/contract";
import { UserPlus } from "lucide-react";
import { onDemand } from "@/client/on-demand.tsx";
import { useList } from "@/client/use-list.ts";
import { columnsOf, DataTable, hiddenTitle } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { Section } from "@/components/facts.tsx";
import { PagedRows } from "@/components/resource-list.tsx";
import { RowMenu } from "@/components/row-menu.tsx";
import { StatusBadge } from "@/components/status-badge.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { Invitations } from "./invitations.tsx";
import { memberList } from "./settings-queries.ts";
import { useRoleRefusal } from "./use-role.ts";

const Invite = onDemand(async () => (await import("./invite.tsx")).Invite);

export function MembersPage() {
  const { organization } = useWorkspace();
  return (
    <div className="space-y-10">
      <Section
        title="Members"
        lead={`Who may act in ${organization.name}. A changed role applies from the person's next request on.`}
        actions={
          <DialogButton
            look="primary"
            refusal={useRoleRefusal(MANAGER_ROLES)}
            dialog={(state) => <Invite {...state} />}
          >
            <UserPlus className="size-4" aria-hidden />
            Invite
          </DialogButton>
        }
      >
        <MemberList />
      </Section>
      {MANAGER_ROLES.includes(organization.role) && (
        <Section title="Invitations" lead="People who have not joined yet. An invitation expires after 7 days.">
          <Invitations />
        </Section>
      )}
    </div>
  );
}

function MemberList() {
  const { workspaceId } = useWorkspace();
  const { query, pages } = useList(memberList, { workspaceId });
  return (
    <PagedRows query={query} pages={pages}>
      {(items) => (
        <DataTable label="List of members" columns={memberColumns} rows={items} keyOf={(member) => member.user_id} />
      )}
    </PagedRows>
  );
}

const ChangeRole = onDemand(async () => (await import("./change-role.tsx")).ChangeRole);
const WorkspaceRoles = onDemand(async () => (await import("./workspace-roles.tsx")).WorkspaceRoles);
const RemoveMember = onDemand(async () => (await import("./remove-member.tsx")).RemoveMember);

const column = columnsOf<MemberRecord>();

const memberColumns = [
  column("name", "Name", (original) => <MemberName member={original} />),
  column("role", "Role", (original) => <MemberRoles member={original} />),
  column("second_factor", "Second factor", (original) =>
    original.second_factor ? <StatusBadge tone="good">on</StatusBadge> : <StatusBadge tone="quiet">off</StatusBadge>,
  ),
  column("joined", "Joined", (original) => <DateTime iso={original.joined_at} />),
  column("seen", "Last seen", (original) =>
    original.last_seen_at === null ? (
      <span className="whitespace-nowrap text-ink-subtle">signed out</span>
    ) : (
      <DateTime iso={original.last_seen_at} />
    ),
  ),
  column("actions", hiddenTitle("Actions"), (original) => <MemberMenu member={original} />),
];

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

/** The role of the organization, and below it those of single workspaces. */
function MemberRoles({ member: { role, workspace_roles } }: { member: MemberRecord }) {
  const { organization } = useWorkspace();
  const nameOf = (id: string) => organization.workspaces.find(({ workspace_id }) => workspace_id === id)?.name ?? id;
  return (
    <div className="min-w-32 max-w-64 py-2 [overflow-wrap:anywhere]">
      <span className="inline-block whitespace-nowrap first-letter:uppercase">{nameOfRole(role)}</span>
      {workspace_roles.map(({ workspace_id, role: there }) => (
        <div key={workspace_id} className="text-ink-muted text-xs leading-4">
          {nameOfRole(there)} in {nameOf(workspace_id)}
        </div>
      ))}
    </div>
  );
}

function MemberMenu({ member }: { member: MemberRecord }) {
  const { organization, profile } = useWorkspace();
  const denied = useRoleRefusal(MANAGER_ROLES);
  const may = maySetRole(organization.role, member.role);
  const own = member.user_id === profile.user_id ? "To leave, use the settings page Organization." : null;
  return (
    <RowMenu
      name={member.name}
      actions={[
        {
          label: "Change the role",
          refusal: denied ?? (may ? null : "Only an owner may change an owner's role."),
          dialog: (state) => <ChangeRole member={member} {...state} />,
        },
        {
          label: "Roles in workspaces",
          refusal:
            denied ??
            (MANAGER_ROLES.includes(member.role)
              ? `An ${nameOfRole(member.role)} has this role in every workspace.`
              : null),
          dialog: (state) => <WorkspaceRoles member={member} {...state} />,
        },
        {
          label: "Remove",
          refusal: denied ?? own ?? (may ? null : "Only an owner may remove an owner."),
          remove: true,
          dialog: (state) => <RemoveMember member={member} {...state} />,
        },
      ]}
    />
  );
}

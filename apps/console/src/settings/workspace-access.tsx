"use client";

import { type MemberRecord, nameOfRole } from "@fulmar/contract";
import { useList } from "@/client/use-list.ts";
import { ButtonLink } from "@/components/button.tsx";
import { columnsOf, DataTable } from "@/components/data-table.tsx";
import { Section } from "@/components/facts.tsx";
import { PagedRows } from "@/components/resource-list.tsx";
import { workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { memberList } from "./settings-queries.ts";

const column = columnsOf<MemberRecord>();

const columns = [
  column("name", "Name", ({ name, email }) => (
    <div className="min-w-40 max-w-72 py-2 [overflow-wrap:anywhere]">
      <span className="font-medium">{name}</span>
      <div className="text-ink-muted text-xs leading-4">{email}</div>
    </div>
  )),
  column("role", "Role here", (member) => <RoleHere member={member} />),
];

/** Who may act in the workspace, and by which role. */
export function WorkspaceAccess() {
  const { workspaceId, workspaceName } = useWorkspace();
  const { query, pages } = useList(memberList, { workspaceId });
  return (
    <Section
      title={`Access to ${workspaceName}`}
      lead="A member has their role of the organization here, unless they have another one in this workspace."
      actions={<ButtonLink href={workspaceHref(workspaceId, "settings/members")}>Members</ButtonLink>}
    >
      <PagedRows query={query} pages={pages}>
        {(items) => (
          <DataTable label="Who has access" columns={columns} rows={items} keyOf={({ user_id }) => user_id} />
        )}
      </PagedRows>
    </Section>
  );
}

function RoleHere({ member: { role, workspace_roles } }: { member: MemberRecord }) {
  const { workspaceId, organization } = useWorkspace();
  const own = workspace_roles.find(({ workspace_id }) => workspace_id === workspaceId);
  return (
    <div className="min-w-40 py-2">
      <span className="inline-block whitespace-nowrap first-letter:uppercase">{nameOfRole(own?.role ?? role)}</span>
      <div className="text-ink-muted text-xs leading-4">
        {own === undefined ? `as in ${organization.name}` : `in ${organization.name}: ${nameOfRole(role)}`}
      </div>
    </div>
  );
}

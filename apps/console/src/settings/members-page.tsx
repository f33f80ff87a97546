"use client";

import { MANAGER_ROLES } from "@fulmar/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { refreshEvery } from "@/client/live.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { DataTable } from "@/components/data-table.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { Section } from "@/components/facts.tsx";
import { PagedRows } from "@/components/paged-rows.tsx";
import { usePages } from "@/components/pager.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { Invitations } from "./invitations.tsx";
import { memberColumns } from "./member-columns.tsx";
import { membersInput } from "./members-queries.ts";
import { useRoleRefusal } from "./use-role.ts";

/** Comes when somebody is invited. */
const Invite = onDemand(async () => (await import("./invite.tsx")).Invite);

export function MembersPage() {
  const { organization } = useWorkspace();
  return (
    <div className="space-y-10">
      <Section
        title="Members"
        lead={`Who may act in ${organization.name}. A changed role is in force on the person's very next request.`}
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
        <Section title="Invitations" lead="Asked, but not here yet. An invitation ends after 7 days.">
          <Invitations />
        </Section>
      )}
    </div>
  );
}

function MemberList() {
  const { organization } = useWorkspace();
  const trpc = useTRPC();
  const pages = usePages();
  const query = useQuery({
    ...trpc.member.list.queryOptions(membersInput(organization.organization_id, pages.cursor)),
    placeholderData: keepPreviousData,
    refetchInterval: refreshEvery(false),
  });
  return (
    <PagedRows query={query} pages={pages}>
      {(items) => (
        <DataTable label="List of members" columns={memberColumns} rows={items} keyOf={(member) => member.user_id} />
      )}
    </PagedRows>
  );
}

"use client";

import { MANAGER_ROLES } from "@fulmar/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FileClock } from "lucide-react";
import { ACTIVITY_LIST } from "@/audit/audit-filter.ts";
import { AuditFilters } from "@/audit/audit-filters.tsx";
import { ORGANIZATION_ACTIONS } from "@/audit/event-words.ts";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { useListChoice } from "@/client/use-list-choice.ts";
import { DataTable } from "@/components/data-table.tsx";
import { Section } from "@/components/facts.tsx";
import { usePages } from "@/components/pager.tsx";
import { type ListedKind, ResourceList } from "@/components/resource-list.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { activityColumns } from "./activity-columns.tsx";
import { activityInput } from "./activity-queries.ts";
import { useRoleRefusal } from "./use-role.ts";

const EXAMPLES = { actor_id: "a user's id, or operator", resource_id: "the id of a user, token or workspace" };

const EVENTS: ListedKind = {
  one: "event",
  many: "events",
  icon: FileClock,
  purpose: "What members and programs change in the organization is written down here.",
  hint: "Ids must match exactly. Clear the filter to see everything that happened in the organization.",
};

/** Who did what in the organization, outside of its workspaces. */
export function ActivityPage() {
  const { organization } = useWorkspace();
  return (
    <Section
      title={`Activity of ${organization.name}`}
      lead="Members, invitations, tokens, the wallet and the workspaces themselves. What happens in a workspace is in its audit trail."
    >
      <ActivityList />
    </Section>
  );
}

function ActivityList() {
  const refusal = useRoleRefusal(MANAGER_ROLES);
  const { organization } = useWorkspace();
  const list = useListChoice(ACTIVITY_LIST);
  const trpc = useTRPC();
  const pages = usePages(list.key);
  const query = useQuery({
    ...trpc.organizationEvent.list.queryOptions(activityInput(organization.organization_id, list.choice, pages.cursor)),
    placeholderData: keepPreviousData,
    refetchInterval: pages.first ? refreshEvery(false) : false,
  });
  return (
    <ResourceList
      kind={EVENTS}
      list={list}
      query={query}
      pages={pages}
      toolbar={
        refusal === null && (
          <AuditFilters key={list.key} list={list} actions={ORGANIZATION_ACTIONS} examples={EXAMPLES} />
        )
      }
    >
      {(items) => (
        <DataTable
          label="Events of the organization"
          columns={activityColumns}
          rows={items}
          keyOf={(event) => event.audit_event_id}
        />
      )}
    </ResourceList>
  );
}

"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FileClock } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { type AuditFilter, readAuditFilter } from "@/audit/audit-filter.ts";
import { AuditFilters } from "@/audit/audit-filters.tsx";
import { ORGANIZATION_ACTIONS } from "@/audit/event-words.ts";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { ButtonLink } from "@/components/button.tsx";
import { DataTable, TableSkeleton } from "@/components/data-table.tsx";
import { Section } from "@/components/facts.tsx";
import { Loaded } from "@/components/loaded.tsx";
import { Pager, usePages } from "@/components/pager.tsx";
import { Panel } from "@/components/problem-panel.tsx";
import { workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { activityColumns } from "./activity-columns.tsx";
import { activityInput } from "./activity-queries.ts";
import { useRoleRefusal } from "./use-role.ts";

const EXAMPLES = { actor_id: "a user's id, or operator", resource_id: "the id of a user, token or workspace" };

/** Who did what in the organization, outside of its workspaces. */
export function ActivityPage() {
  const { workspaceId, organization } = useWorkspace();
  const filter = readAuditFilter(Object.fromEntries(useSearchParams()));
  const key = JSON.stringify(filter);
  return (
    <Section
      title={`Activity of ${organization.name}`}
      lead="Members, invitations, tokens, the wallet and the workspaces themselves. What happens in a workspace is in its audit trail."
    >
      {useRoleRefusal("organizationEvent.list") === null && (
        <AuditFilters key={key} page={workspaceHref(workspaceId, "settings/activity")} filter={filter} actions={ORGANIZATION_ACTIONS} examples={EXAMPLES} />
      )}
      {/* Another filter is another list: it begins on its first page. */}
      <ActivityList key={`list ${key}`} filter={filter} />
    </Section>
  );
}

function ActivityList({ filter }: { filter: AuditFilter }) {
  const { workspaceId, organization } = useWorkspace();
  const trpc = useTRPC();
  const pages = usePages();
  const list = useQuery({
    ...trpc.organizationEvent.list.queryOptions(activityInput(organization.organization_id, filter, pages.cursor)),
    placeholderData: keepPreviousData,
    refetchInterval: pages.first ? refreshEvery(false) : false,
  });
  return (
    <Loaded query={list} skeleton={<TableSkeleton />}>
      {({ items, nextCursor }) =>
        items.length === 0 && pages.first ? (
          <Panel icon={<FileClock className="size-5" aria-hidden />} title="No event matches">
            <p>Ids must match exactly. Clear the filter to see everything that happened in {organization.name}.</p>
            <div className="mt-5">
              <ButtonLink href={workspaceHref(workspaceId, "settings/activity")}>Show everything</ButtonLink>
            </div>
          </Panel>
        ) : (
          <>
            <DataTable label="Events of the organization" columns={activityColumns} rows={items} keyOf={(event) => event.audit_event_id} />
            <Pager pages={pages} nextCursor={nextCursor} />
          </>
        )
      }
    </Loaded>
  );
}

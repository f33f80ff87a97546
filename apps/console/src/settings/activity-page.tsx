"use client";

import { MANAGER_ROLES, type OrganizationEvent } from "@fulmar/contract";
import { FileClock } from "lucide-react";
import Link from "next/link";
import { activityList } from "@/audit/audit-filter.ts";
import { AuditFilters } from "@/audit/audit-filters.tsx";
import { AuditResult } from "@/audit/audit-result.tsx";
import { describeEvent, ORGANIZATION_ACTIONS } from "@/audit/describe-event.ts";
import { useList } from "@/client/use-list.ts";
import { columnsOf, DataTable } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { Section } from "@/components/facts.tsx";
import { type ListedKind, ResourceList } from "@/components/resource-list.tsx";
import { workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { useRoleRefusal } from "./use-role.ts";

const EXAMPLES = { actor_id: "a name, an id, or operator", resource_id: "the id of a user, token or workspace" };

const EVENTS: ListedKind = {
  one: "event",
  many: "events",
  icon: FileClock,
  purpose: "Changes that members and programs make in the organization are recorded here.",
  hint: "Names and ids must match exactly. Clear the filter to see everything that happened in the organization.",
};

/** The organization's trail: who did what outside of its workspaces. */
export function ActivityPage() {
  const { organization } = useWorkspace();
  return (
    <Section
      title={`Activity of ${organization.name}`}
      lead={
        <>
          Members, invitations, tokens, the wallet and the workspaces themselves. Events within a workspace are in its
          audit trail.
        </>
      }
    >
      <ActivityList />
    </Section>
  );
}

function ActivityList() {
  const refusal = useRoleRefusal(MANAGER_ROLES);
  const { organization } = useWorkspace();
  const list = useList(activityList, { organizationId: organization.organization_id });
  return (
    <ResourceList
      kind={EVENTS}
      list={list}
      query={list.query}
      pages={list.pages}
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

const column = columnsOf<OrganizationEvent>();

const activityColumns = [
  column("at", "When", (event) => <DateTime iso={event.at} />),
  column("who", "Who", (event) => <Narrowing field="actor_id" value={event.actor_id} text={event.actor_name} />),
  column("what", "What", (event) => <span className="whitespace-nowrap">{describeEvent(event)}</span>),
  column("about", "About", (event) => <About event={event} />),
  column("result", "Result", (event) => <AuditResult status={event.result} planned={event.planned} />),
  column("from", "From", (event) => <From event={event} />),
];

/** The subject of an event and the detail of its change. Users who acted on themselves are not named again. */
function About({ event: { resource_id, resource_name, actor_id, detail } }: { event: OrganizationEvent }) {
  return (
    <div className="min-w-40 max-w-72 [overflow-wrap:anywhere]">
      {resource_id !== null && resource_name !== null && resource_id !== actor_id && (
        <Narrowing field="resource_id" value={resource_id} text={resource_name} />
      )}
      {detail !== null && detail !== resource_name && <span className="block text-ink-muted text-xs">{detail}</span>}
    </div>
  );
}

function From({ event: { actor_type, source_ip } }: { event: OrganizationEvent }) {
  if (source_ip !== null) return <span className="font-mono text-xs">{source_ip}</span>;
  return <span className="text-ink-subtle">{actor_type === "operator" ? "the command line" : "unknown"}</span>;
}

/** A name that filters the trail to its events. */
function Narrowing({ field, value, text }: { field: "actor_id" | "resource_id"; value: string; text: string }) {
  const { workspaceId } = useWorkspace();
  return (
    <Link
      href={`${workspaceHref(workspaceId, "settings/activity")}?${field}=${encodeURIComponent(value)}`}
      className="rounded hover:underline"
    >
      {text}
    </Link>
  );
}

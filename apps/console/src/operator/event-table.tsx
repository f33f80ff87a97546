"use client";

import type { OperatorEvent } from "@fulmar/contract";
import Link from "next/link";
import { AuditResult } from "@/audit/audit-result.tsx";
import { columnsOf, DataTable } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { EventFields } from "./event-fields.tsx";
import { describeOperatorEvent } from "./event-words.ts";

const column = columnsOf<OperatorEvent>();

/** @param ofOne all events are of the page's organization, which is not named again */
const columnsFor = (ofOne: boolean) => [
  column("at", "When", ({ at }) => <DateTime iso={at} />),
  column("who", "Who", (event) => (
    <div className="max-w-52">
      <Narrowing field="actor_id" value={event.actor_id}>
        {event.actor_name}
      </Narrowing>
      <span className="block text-ink-subtle text-xs">{event.actor_type}</span>
    </div>
  )),
  column("what", "What", (event) => (
    <div className="max-w-56 py-2">
      <span className="whitespace-nowrap">{describeOperatorEvent(event)}</span>
      {!ofOne && <About event={event} />}
    </div>
  )),
  column("fields", "Fields", (event) => (
    <div className="min-w-48 max-w-80 py-2 text-xs [overflow-wrap:anywhere]">
      <EventFields event={event} />
      {event.reason !== null && <span className="block text-ink-muted">Reason: {event.reason}</span>}
    </div>
  )),
  column("result", "Result", ({ result, planned }) => <AuditResult status={result} planned={planned} />),
  column("from", "From", ({ source_ip }) => <span className="font-mono text-xs">{source_ip ?? ""}</span>),
];

const columns = columnsFor(false);
const columnsOfOne = columnsFor(true);

const ID = "block truncate rounded font-mono text-ink-muted text-xs hover:underline";

/** The organization, with a link to its page, or the id of what else was changed, which filters the trail. */
function About({ event: { organization_id, resource_id } }: { event: OperatorEvent }) {
  if (organization_id !== null)
    return (
      <Link href={`/operator/organizations/${organization_id}`} prefetch={false} className={ID}>
        {organization_id}
      </Link>
    );
  if (resource_id === null) return null;
  return (
    <Narrowing field="resource_id" value={resource_id} look={ID}>
      {resource_id}
    </Narrowing>
  );
}

/** Words that filter the trail to their events. */
function Narrowing({
  field,
  value,
  look = "block truncate rounded hover:underline",
  children,
}: {
  field: "actor_id" | "resource_id";
  value: string;
  look?: string;
  children: string;
}) {
  return (
    <Link href={{ pathname: "/operator/activity", query: { [field]: value } }} prefetch={false} className={look}>
      {children}
    </Link>
  );
}

/**
 * What operators did, newest first.
 * @param ofOne all events are of the page's organization
 */
export function EventTable({ events, ofOne = false }: { events: readonly OperatorEvent[]; ofOne?: boolean }) {
  return (
    <DataTable
      label="Events of operators"
      columns={ofOne ? columnsOfOne : columns}
      rows={events}
      keyOf={({ event_id }) => event_id}
    />
  );
}

"use client";

import type { OperatorEvent } from "@fulmar/contract";
import Link from "next/link";
import { AuditResult } from "@/audit/audit-result.tsx";
import { columnsOf, DataTable } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { describeFields, describeOperatorEvent } from "./event-words.ts";

const column = columnsOf<OperatorEvent>();

const columns = [
  column("at", "When", ({ at }) => <DateTime iso={at} />),
  column("who", "Who", (event) => (
    <div className="max-w-52">
      <Narrowing field="actor_id" value={event.actor_id}>
        {event.actor_name}
      </Narrowing>
      <span className="block text-ink-subtle text-xs">{event.actor_type}</span>
    </div>
  )),
  column("what", "What", (event) => <span className="whitespace-nowrap">{describeOperatorEvent(event)}</span>),
  column("about", "About", (event) => <About event={event} />),
  column("fields", "Fields", (event) => (
    <div className="min-w-48 max-w-80 py-2 text-xs [overflow-wrap:anywhere]">
      {describeFields(event)}
      {event.reason !== null && <span className="block text-ink-muted">Reason: {event.reason}</span>}
    </div>
  )),
  column("result", "Result", ({ result, planned }) => <AuditResult status={result} planned={planned} />),
  column("from", "From", ({ source_ip }) => <span className="font-mono text-xs">{source_ip ?? ""}</span>),
];

/** The organization, with a link to its page, or the id of what else was changed, which filters the trail. */
function About({ event: { organization_id, resource_id } }: { event: OperatorEvent }) {
  const look = "block max-w-40 truncate rounded font-mono text-xs hover:underline";
  if (organization_id !== null)
    return (
      <Link
        href={`/operator/organizations/${organization_id}`}
        prefetch={false}
        className={look}
        title={organization_id}
      >
        {organization_id}
      </Link>
    );
  if (resource_id === null) return <span className="text-ink-subtle">none</span>;
  return (
    <span className={look}>
      <Narrowing field="resource_id" value={resource_id}>
        {resource_id}
      </Narrowing>
    </span>
  );
}

/** Words that filter the trail to their events. */
function Narrowing({ field, value, children }: { field: "actor_id" | "resource_id"; value: string; children: string }) {
  return (
    <Link
      href={{ pathname: "/operator/activity", query: { [field]: value } }}
      prefetch={false}
      className="block truncate rounded hover:underline"
    >
      {children}
    </Link>
  );
}

const ABOUT: ReadonlySet<string> = new Set(["about"]);
const NONE: ReadonlySet<string> = new Set();

/**
 * What operators did, newest first.
 * @param ofOne all events are of the page's organization
 */
export function EventTable({ events, ofOne = false }: { events: readonly OperatorEvent[]; ofOne?: boolean }) {
  return (
    <DataTable
      label="Events of operators"
      columns={columns}
      rows={events}
      keyOf={({ event_id }) => event_id}
      hidden={ofOne ? ABOUT : NONE}
    />
  );
}

"use client";

import type { OrganizationEvent } from "@fulmar/contract";
import Link from "next/link";
import { eventInWords } from "@/audit/event-words.ts";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

const column = columnsOf<OrganizationEvent>();

export const activityColumns = [
  column("at", "When", (event) => <DateTime iso={event.at} />),
  column("who", "Who", (event) => <Narrowing field="actor_id" value={event.actor_id} text={event.actor_name} />),
  column("what", "What", (event) => <span className="whitespace-nowrap">{eventInWords(event)}</span>),
  column("about", "About", (event) => <About event={event} />),
  column("from", "From", (event) => <From event={event} />),
];

/** Whom or what it happened to, and how it was changed. What somebody did to themselves needs no name. */
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

/** A name that leads to all events of whoever bears it. */
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

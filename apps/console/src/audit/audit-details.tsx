"use client";

import type { AuditEvent } from "@fulmar/contract";
import Link from "next/link";
import type { ReactNode } from "react";
import { Button } from "@/components/button.tsx";
import { Copyable } from "@/components/copyable.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { Question } from "@/components/dialog.tsx";
import { resourceHref } from "@/shell/resource-page.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { AuditResult } from "./audit-result.tsx";

/** All recorded fields of one event. */
export function AuditDetails({ event, onClose }: { event: AuditEvent; onClose: () => void }) {
  const { workspaceId } = useWorkspace();
  const facts: readonly (readonly [string, ReactNode])[] = [
    ["When", <DateTime key="at" iso={event.at} />],
    ["Result", <AuditResult key="result" status={event.result} planned={event.planned} />],
    ["Who", `${event.actor_name} (${event.actor_type})`],
    ["Who, by id", <Copyable key="actor" text={event.actor_id} label="id" />],
    ["Resource", event.resource_type === null ? "none" : event.resource_type.replaceAll("_", " ")],
    [
      "Resource, by id",
      event.resource_id === null ? "none" : <Copyable key="resource" text={event.resource_id} label="resource id" />,
    ],
    [
      "From",
      event.source_ip === null ? "not over the network" : <Copyable key="ip" text={event.source_ip} label="address" />,
    ],
    ["Request", <Copyable key="request" text={event.request_id} label="request id" />],
    ["Event", <Copyable key="event" text={event.audit_event_id} label="event id" />],
  ];
  return (
    <Question open onClose={onClose} title={event.action} lead="What was recorded about this event.">
      <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-5 gap-y-2.5">
        {facts.map(([term, value]) => (
          <div key={term} className="contents">
            <dt className="text-ink-muted">{term}</dt>
            <dd className="min-w-0 [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-5 flex flex-wrap justify-end gap-x-4 gap-y-2">
        <Link
          href={`/workspaces/${workspaceId}/audit?actor_id=${encodeURIComponent(event.actor_id)}`}
          onClick={onClose}
          className="self-center rounded hover:underline"
        >
          All by {event.actor_name}
        </Link>
        {event.resource_id !== null && (
          <Link href={resourceHref(workspaceId, event.resource_id)} className="self-center rounded hover:underline">
            Open the resource
          </Link>
        )}
        <Button onClick={onClose}>Close</Button>
      </div>
    </Question>
  );
}

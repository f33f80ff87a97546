"use client";

import type { AuditEvent } from "@fulmar/contract";
import Link from "next/link";
import { useMemo, useState } from "react";
import { onDemand } from "@/client/on-demand.tsx";
import { Button } from "@/components/button.tsx";
import { columnsOf, DataTable, hiddenTitle } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { ResourceName } from "@/shell/resource-name.tsx";
import { resourceHref } from "@/shell/resource-page.ts";
import { Names, useName } from "@/shell/use-names.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { AuditResult } from "./audit-result.tsx";

const AuditDetails = onDemand(async () => (await import("./audit-details.tsx")).AuditDetails);

type AuditRow = AuditEvent & { readonly workspaceId: string; readonly onOpen: () => void };

const column = columnsOf<AuditRow>();
const columns = [
  column("at", "When", (event) => <DateTime iso={event.at} />),
  column("who", "Who", (event) => (
    <div className="max-w-52">
      <span className="block truncate">{event.actor_name}</span>
      <span className="text-ink-subtle text-xs">{event.actor_type}</span>
    </div>
  )),
  column("action", "What", (event) => <span className="font-mono text-xs">{event.action}</span>),
  column("resource", "Resource", (event) => <Resource event={event} />),
  column("result", "Result", (event) => <AuditResult status={event.result} planned={event.planned} />),
  column("from", "From", (event) => <span className="font-mono text-xs">{event.source_ip ?? ""}</span>),
  column("details", hiddenTitle("Details"), (event) => (
    <Button look="quiet" aria-label={`Details of ${event.action} by ${event.actor_name}`} onClick={event.onOpen}>
      Details
    </Button>
  )),
];

/** The resource by its name, if it has one, with its id. */
function Resource({ event }: { event: AuditRow }) {
  const resource = useName(event.resource_id);
  if (resource === null) return <span className="text-ink-subtle">none</span>;
  if (resource.found !== null) return <ResourceName {...resource} />;
  return (
    <Link
      href={resourceHref(event.workspaceId, resource.id)}
      className="block max-w-60 truncate rounded font-mono text-xs hover:underline"
    >
      {resource.id}
    </Link>
  );
}

const WHO: ReadonlySet<string> = new Set(["who"]);
const NONE: ReadonlySet<string> = new Set();

/**
 * Audit events, newest first, with their details.
 * @param ofOne all events belong to the actor of this page: the actor column is omitted
 */
export function AuditTable({ events, ofOne = false }: { events: readonly AuditEvent[]; ofOne?: boolean }) {
  const { workspaceId } = useWorkspace();
  const [opened, setOpened] = useState<AuditEvent | null>(null);
  const rows = useMemo(
    () => events.map((event) => ({ ...event, workspaceId, onOpen: () => setOpened(event) })),
    [events, workspaceId],
  );
  return (
    <Names ids={rows.map(({ resource_id }) => resource_id)}>
      <DataTable
        label="Audit events"
        columns={columns}
        rows={rows}
        keyOf={(event) => event.audit_event_id}
        hidden={ofOne ? WHO : NONE}
      />
      {opened !== null && <AuditDetails event={opened} onClose={() => setOpened(null)} />}
    </Names>
  );
}

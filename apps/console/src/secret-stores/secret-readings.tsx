"use client";

import type { AuditEvent } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { columnsOf, DataTable, TableSkeleton } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { Section } from "@/components/facts.tsx";
import { Loaded } from "@/components/loaded.tsx";
import { Panel } from "@/components/problem-panel.tsx";
import { StatusBadge } from "@/components/status-badge.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { useSecret } from "./secret-frame.tsx";
import { secretInputs } from "./secret-queries.ts";

const column = columnsOf<AuditEvent>();
const FIRST_FAILURE = 400;

const columns = [
  column("who", "Who", (original) => (
    <div className="min-w-36 py-2">
      <span className="font-medium">{original.actor_name}</span>
      <div className="text-ink-subtle text-xs">
        {original.actor_type === "token" ? "API token" : original.actor_type}
      </div>
    </div>
  )),
  column("from", "From", (original) => <span className="font-mono text-xs">{original.source_ip ?? "unknown"}</span>),
  column("result", "Result", (original) => (
    <StatusBadge tone={original.result < FIRST_FAILURE ? "good" : "warn"}>
      {original.result < FIRST_FAILURE ? "read" : `refused (${original.result})`}
    </StatusBadge>
  )),
  column("at", "When", (original) => <DateTime iso={original.at} />),
];

/** The recent reads of the value, from the audit trail. */
export function SecretReadings() {
  const { workspaceId } = useWorkspace();
  const { secret, store } = useSecret();
  const trpc = useTRPC();
  const query = useQuery({
    ...trpc.auditEvent.list.queryOptions(secretInputs(workspaceId, store.id, secret.id).readings),
    refetchInterval: refreshEvery(false),
  });
  return (
    <Section title="Access log" lead="Who read the value, newest first. The audit trail has the complete list.">
      <Loaded query={query} skeleton={<TableSkeleton rows={2} />}>
        {({ items }) =>
          items.length === 0 ? (
            <Panel icon={<Eye className="size-5" aria-hidden />} title="Nobody has read it yet">
              <p>Everyone who reads the value, through the API or here, is listed here.</p>
            </Panel>
          ) : (
            <DataTable
              label="List of readings"
              columns={columns}
              rows={items}
              keyOf={({ audit_event_id }) => audit_event_id}
            />
          )
        }
      </Loaded>
    </Section>
  );
}

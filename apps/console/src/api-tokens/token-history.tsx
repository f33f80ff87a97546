"use client";

import type { ApiTokenEvent } from "@fulmar/contract";
import { columnsOf, DataTable } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { Section } from "@/components/facts.tsx";

const WORDS: Readonly<Record<string, string>> = {
  "apiToken.create": "Created",
  "apiToken.update": "Changed",
  "apiToken.rotate": "Rotated",
  "apiToken.endOldValue": "Old value ended",
};

const column = columnsOf<ApiTokenEvent>();
const columns = [
  column("what", "What", (event) => WORDS[event.action] ?? event.action),
  column("who", "By", (event) => event.actor_name),
  column("from", "From", (event) => <From address={event.source_ip} />),
  column("at", "When", (event) => <DateTime iso={event.at} />),
];

/** What operators do on the command line comes from no address. */
function From({ address }: { address: string | null }) {
  return address === null ? (
    <span className="text-ink-subtle">the command line</span>
  ) : (
    <span className="font-mono text-xs">{address}</span>
  );
}

/** What was done to a token. */
export function TokenHistory({ events }: { events: readonly ApiTokenEvent[] }) {
  return (
    <Section title="Changes of the token">
      <DataTable label="List of changes" columns={columns} rows={events} keyOf={(event) => event.audit_event_id} />
    </Section>
  );
}

"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { useList } from "@/client/use-list.ts";
import { Section } from "@/components/facts.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { PagedRows } from "@/components/resource-list.tsx";
import { EventTable } from "./event-table.tsx";
import { latestEventList, NOWHERE } from "./operator-queries.ts";
import { COUNTED, MOST_COUNTED } from "./overview-counts.ts";

/** The installation at a glance: how many use and run it, and what its operators did last. */
export function OperatorOverviewPage() {
  return (
    <>
      <PageHeader title="Overview" lead="Who uses this installation, who runs it, and what operators did last." />
      <div className="space-y-10">
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-[repeat(auto-fill,minmax(11.5rem,1fr))]">
          {COUNTED.map((counted) => (
            <Count key={counted.label} counted={counted} />
          ))}
        </ul>
        <LatestEvents />
      </div>
    </>
  );
}

/** The number of a list's rows, up to as many as one page of it has. */
function Count({ counted: { label, href, question } }: { counted: (typeof COUNTED)[number] }) {
  const { data } = useQuery({ ...question(useTRPC()), refetchInterval: () => refreshEvery(false) });
  const number = data && (data.nextCursor === null ? String(data.items.length) : `over ${MOST_COUNTED}`);
  return (
    <li className="relative rounded-lg border border-line bg-surface p-4 shadow-card transition-colors hover:border-line-strong">
      <Link href={href} className="text-ink-muted after:absolute after:inset-0 after:rounded-lg">
        {label}
      </Link>
      <p className={`mt-1 font-semibold text-2xl tabular-nums ${number === "0" ? "text-ink-subtle" : ""}`}>
        {number ?? <span className="skeleton inline-block h-6 w-10" />}
      </p>
    </li>
  );
}

function LatestEvents() {
  const { query, pages } = useList(latestEventList, NOWHERE);
  return (
    <Section title="Latest events">
      <PagedRows
        query={query}
        pages={pages}
        empty={<p className="text-ink-muted">No operator changed anything yet.</p>}
      >
        {(items) => <EventTable events={items} />}
      </PagedRows>
    </Section>
  );
}

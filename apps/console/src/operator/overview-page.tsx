"use client";

import type { OperatorOverview, OperatorSite } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { countOf } from "@/client/format.ts";
import { refreshEvery } from "@/client/live.ts";
import { money } from "@/client/money.ts";
import { useTRPC } from "@/client/trpc.ts";
import { useList } from "@/client/use-list.ts";
import { FactsSkeleton, Section } from "@/components/facts.tsx";
import { Loaded } from "@/components/loaded.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { PagedRows } from "@/components/resource-list.tsx";
import { StatusBadge, type Tone } from "@/components/status-badge.tsx";
import { gigabytes, memory } from "@/vms/plan.ts";
import { EventTable } from "./event-table.tsx";
import { latestEventList, NOWHERE } from "./operator-queries.ts";
import { SetUpSteps } from "./set-up-steps.tsx";
import { Share } from "./sites/share.tsx";

/** The installation at a glance: who uses and runs it, what it earns and waits for, and what its operators did last. */
export function OperatorOverviewPage() {
  const query = useQuery({
    ...useTRPC().operatorOverview.get.queryOptions(),
    refetchInterval: () => refreshEvery(false),
  });
  return (
    <>
      <PageHeader title="Overview" lead="Who uses this installation, what it earns, and what operators did last." />
      <div className="space-y-10">
        <Loaded query={query} skeleton={<FactsSkeleton />}>
          {(overview) => (
            <>
              <Health health={overview.health} />
              <SetUpSteps steps={overview.set_up} />
              <ul className="grid grid-cols-2 gap-3 sm:grid-cols-[repeat(auto-fill,minmax(11.5rem,1fr))]">
                {countsOf(overview).map((count) => (
                  <Count key={count.label} {...count} />
                ))}
              </ul>
              <Sites sites={overview.sites} />
            </>
          )}
        </Loaded>
        <LatestEvents />
      </div>
    </>
  );
}

/** Says that something fails, and leads to what it is. */
function Health({ health: { state, failing } }: Pick<OperatorOverview, "health">) {
  if (state !== "fail") return null;
  return (
    <p className="flex flex-wrap items-center gap-3 rounded-lg border border-line bg-surface px-4 py-3 shadow-card">
      <StatusBadge tone="bad">fails</StatusBadge>
      <span>
        {countOf(failing, "check")} of the installation {failing === 1 ? "fails" : "fail"}.
      </span>
      <Link href="/operator/health" className="text-accent hover:underline">
        Health
      </Link>
    </p>
  );
}

interface CountProps {
  readonly label: string;
  readonly value: string;
  /** What belongs to the number, such as the part of it that is held. */
  readonly detail?: string | undefined;
  /** The list that it counts, if there is a page of it. */
  readonly href?: `/operator/${CountedList}`;
}

type CountedList =
  | "organizations"
  | "organizations?suspended=true"
  | "operations?state=failed"
  | "operations?state=open"
  | "quotas?status=open"
  | "payments?dispute_state=open"
  | "people"
  | "operators"
  | "tokens";

function countsOf(overview: OperatorOverview): readonly CountProps[] {
  const { income, currency, held_operations, plans_retired } = overview;
  return [
    { label: "Organizations", value: String(overview.organizations), href: "/operator/organizations" },
    {
      label: "Suspended",
      value: String(overview.suspended_organizations),
      href: "/operator/organizations?suspended=true",
    },
    { label: "People", value: String(overview.people), href: "/operator/people" },
    { label: "Operators", value: String(overview.operators), href: "/operator/operators" },
    { label: "Tokens", value: String(overview.operator_tokens), href: "/operator/tokens" },
    { label: "Income this month", value: money(income, currency), detail: "up to the last metered hour, UTC" },
    { label: "Plans sold", value: String(overview.plans_sold), detail: `${plans_retired} retired` },
    {
      label: "Failed operations",
      value: String(overview.failed_operations),
      detail: "in the last hour",
      href: "/operator/operations?state=failed",
    },
    {
      label: "Operations under way",
      value: String(overview.waiting_operations),
      href: "/operator/operations?state=open",
      ...(held_operations > 0 && { detail: `${held_operations} held at a fenced site` }),
    },
    {
      label: "Quota requests",
      value: String(overview.open_quota_requests),
      detail: "wait for a decision",
      href: "/operator/quotas?status=open",
    },
    {
      label: "Disputed payments",
      value: String(overview.disputed_payments),
      detail: "may take evidence",
      href: "/operator/payments?dispute_state=open",
    },
    { label: "Mails waiting", value: String(overview.waiting_mails) },
  ];
}

function Count({ label, value, detail, href }: CountProps) {
  return (
    <li className="relative rounded-lg border border-line bg-surface p-4 shadow-card transition-colors has-[a]:hover:border-line-strong">
      {href === undefined ? (
        <span className="text-ink-muted">{label}</span>
      ) : (
        <Link href={href} className="text-ink-muted after:absolute after:inset-0 after:rounded-lg">
          {label}
        </Link>
      )}
      <p
        className={`mt-1 font-semibold text-2xl tabular-nums [overflow-wrap:anywhere] ${value === "0" ? "text-ink-subtle" : ""}`}
      >
        {value}
      </p>
      {detail && <p className="text-ink-muted text-xs">{detail}</p>}
    </li>
  );
}

const TONES: Readonly<Record<OperatorOverview["sites"][number]["state"], Tone>> = {
  open: "good",
  closed: "quiet",
  fenced: "bad",
};

/** Each site with what is sold of it. */
function Sites({ sites }: Pick<OperatorOverview, "sites">) {
  const { data = [] } = useQuery({
    ...useTRPC().operatorSite.list.queryOptions(),
    refetchInterval: () => refreshEvery(false),
  });
  const listed = new Map(data.map((site) => [site.site_id, site]));
  return (
    <Section title="Sites" lead={`${countOf(sites.length, "site")}. A fenced one waits for an operator.`}>
      <ul className="flex flex-wrap gap-3">
        {sites.map(({ site_id, name, state }) => (
          <li key={site_id} className="rounded-lg border border-line bg-surface px-4 py-2.5 shadow-card">
            <div className="flex items-center gap-3">
              <Link href={`/operator/sites/${site_id}`} className="font-medium hover:underline">
                {name}
              </Link>
              <StatusBadge tone={TONES[state]}>{state}</StatusBadge>
            </div>
            <Sold site={listed.get(site_id)} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Sold({ site }: { site: OperatorSite | undefined }) {
  if (site === undefined) return null;
  return (
    <dl className="mt-2 flex gap-5">
      {SOLD.map(({ label, ...sold }) => (
        <div key={label}>
          <dt className="text-ink-muted text-xs">{label}</dt>
          <dd>
            <Share site={site} {...sold} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const SOLD = [
  { label: "CPUs sold", what: "cpus", text: String },
  { label: "Memory sold", what: "ram_mb", text: memory },
  { label: "Disk sold", what: "disk_gb", text: gigabytes },
] as const;

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

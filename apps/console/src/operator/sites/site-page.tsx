"use client";

import type { OperatorSiteDetails } from "@fulmar/contract";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { TimeChartCard } from "@/charts/time-chart-card.tsx";
import { refreshEvery } from "@/client/live.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { Copyable } from "@/components/copyable.tsx";
import { columnsOf, DataTable } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { Facts, FactsSkeleton } from "@/components/facts.tsx";
import { Loaded } from "@/components/loaded.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { PromptLink } from "@/components/prompt-link.tsx";
import { gigabytes, memory } from "@/vms/plan.ts";
import { useOperatorRefusal } from "../use-refusal.ts";
import { capacityChart, withoutLimit } from "./site-limits.ts";
import { SiteState } from "./site-state.tsx";

const dialogs = () => import("./site-dialogs.tsx");
const CloseSite = onDemand(async () => (await dialogs()).CloseSite);
const OpenSite = onDemand(async () => (await dialogs()).OpenSite);
const FenceSite = onDemand(async () => (await dialogs()).FenceSite);
const connections = () => import("./connection-dialogs.tsx");
const CheckSite = onDemand(async () => (await connections()).CheckSite);
const RenewSite = onDemand(async () => (await connections()).RenewSite);
const AddAddresses = onDemand(async () => (await connections()).AddAddresses);
const RemoveSite = onDemand(async () => (await connections()).RemoveSite);
const ResumeSite = onDemand(async () => (await import("./unknown-dialogs.tsx")).ResumeSite);
const SiteHosts = onDemand(async () => (await import("../hosts/site-hosts.tsx")).SiteHosts);
const SiteDecisions = onDemand(async () => (await import("./site-decisions.tsx")).SiteDecisions);

/** A site in depth: what is on it, its addresses, its maintenance and its capacity over time. */
export function OperatorSitePage({ siteId }: { siteId: string }) {
  const query = useQuery({
    ...useTRPC().operatorSite.get.queryOptions({ site_id: siteId }),
    refetchInterval: ({ state }) =>
      refreshEvery(state.data?.fenced != null || state.data?.decision?.state === "waiting"),
  });
  const { data } = query;
  return (
    <>
      <PageHeader
        crumbs={[{ label: "Sites", href: "/operator/sites" }]}
        title={data?.name ?? "Site"}
        aside={data && <SiteState site={data} />}
      >
        {data && <Actions site={data} />}
      </PageHeader>
      <Loaded query={query} skeleton={<FactsSkeleton />}>
        {(site) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
            <Connection site={site} />
            <Facts label="Site" facts={factsOf(site)} />
            <SiteHosts site={site} />
            <Addresses site={site} />
            <Maintenance site={site} />
            <SiteDecisions siteId={siteId} />
            <Capacity query={query} />
          </div>
        )}
      </Loaded>
    </>
  );
}

function Actions({ site }: { site: OperatorSiteDetails }) {
  const refusal = useOperatorRefusal();
  return (
    <>
      {site.fenced !== null && (
        <DialogButton refusal={refusal} dialog={(state) => <ResumeSite site={site} {...state} />}>
          Resume
        </DialogButton>
      )}
      {site.provider !== "simulated" && (
        <>
          <DialogButton refusal={refusal} dialog={(state) => <CheckSite site={site} {...state} />}>
            Check
          </DialogButton>
          <DialogButton refusal={refusal} dialog={(state) => <RenewSite site={site} {...state} />}>
            Renew certificates
          </DialogButton>
        </>
      )}
      <DialogButton refusal={refusal} dialog={(state) => <AddAddresses site={site} {...state} />}>
        Add addresses
      </DialogButton>
      {site.connected && site.closed && (
        <DialogButton refusal={refusal} dialog={(state) => <OpenSite site={site} {...state} />}>
          Open
        </DialogButton>
      )}
      {!site.closed && (
        <DialogButton look="remove" refusal={refusal} dialog={(state) => <CloseSite site={site} {...state} />}>
          Close
        </DialogButton>
      )}
      {site.connected && site.fenced === null && (
        <DialogButton look="remove" refusal={refusal} dialog={(state) => <FenceSite site={site} {...state} />}>
          Fence
        </DialogButton>
      )}
      <DialogButton look="remove" refusal={refusal} dialog={(state) => <RemoveSite site={site} {...state} />}>
        Remove
      </DialogButton>
    </>
  );
}

/** Why its server is not connected yet, and what walls machines off less than it could. */
function Connection({ site: { connected, decision, warnings } }: { site: OperatorSiteDetails }) {
  const next =
    decision?.state === "waiting"
      ? "A worker connects its server."
      : "It is not connected: check it again, renew its certificates, or remove it.";
  const told = [...(connected ? [] : [decision?.outcome ?? "", next]), ...warnings].filter((text) => text !== "");
  if (told.length === 0) return null;
  return (
    <div role="status" className="rounded-lg border border-warn/30 bg-warn-soft px-4 py-3 [overflow-wrap:anywhere]">
      {told.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
}

function factsOf(site: OperatorSiteDetails): readonly (readonly [string, ReactNode])[] {
  const { closed_at, fenced_at, holds, addresses, capacity } = site;
  return [
    ["Site id", <Copyable key="id" text={site.site_id} label="site id" />],
    ["Location", site.location],
    ["Machines", site.instance_type ?? site.provider],
    ["VMs", holds.vms],
    ["Volumes", holds.volumes],
    ["Load balancers", holds.load_balancers],
    ["Public IPs", holds.public_ips],
    ["Addresses", addresses.total === 0 ? "none" : `${addresses.used} of ${addresses.total} used`],
    ["Used by", usersOf(addresses.used_by)],
    [
      "Unknown resources",
      <PromptLink key="unknown" href={`/operator/sites/${site.site_id}/unknown`} className="rounded underline">
        {site.unknown}
      </PromptLink>,
    ],
    ["Closed since", closed_at === null ? null : <DateTime key="closed" iso={closed_at} />],
    ["Why closed", site.closed_reason],
    ["Fenced since", fenced_at === null ? null : <DateTime key="fenced" iso={fenced_at} />],
    ["Why fenced", site.fenced_detail],
    ["Last report", capacity === null ? "none" : <DateTime key="seen" iso={capacity.checked_at} />],
  ];
}

const USERS = {
  vms: ["VM", "VMs"],
  nat_gateways: ["NAT gateway", "NAT gateways"],
  load_balancers: ["load balancer", "load balancers"],
  reserved: ["reserved", "reserved"],
  isolated: ["isolated", "isolated"],
} as const;

/** What has the used addresses, such as "3 VMs, 1 NAT gateway, 2 reserved". Null while none is used. */
function usersOf(by: OperatorSiteDetails["addresses"]["used_by"]): string | null {
  const parts = Object.entries(USERS).flatMap(([key, [one, several]]) => {
    const count = by[key as keyof typeof USERS];
    return count === 0 ? [] : [`${count} ${count === 1 ? one : several}`];
  });
  return parts.length === 0 ? null : parts.join(", ");
}

type Range = OperatorSiteDetails["addresses"]["ranges"][number];
const range = columnsOf<Range>();
const rangeColumns = [
  range("first", "Addresses", ({ first, last }) => (first === last ? first : `${first} to ${last}`)),
  range("total", "In all", ({ total }) => <span className="tabular-nums">{total}</span>),
  range("used", "Used", ({ used }) => <span className="tabular-nums">{used}</span>),
  range("free", "Free", ({ total, used }) => <span className="tabular-nums">{total - used}</span>),
];

function Addresses({ site: { addresses } }: { site: OperatorSiteDetails }) {
  return (
    <section className="grid gap-3">
      <h2 className="font-medium">Addresses</h2>
      {addresses.ranges.length === 0 ? (
        <p className="text-ink-muted">The site has no public addresses to reserve.</p>
      ) : (
        <DataTable label="Addresses" columns={rangeColumns} rows={addresses.ranges} keyOf={({ first }) => first} />
      )}
    </section>
  );
}

type Window = OperatorSiteDetails["maintenance"][number];
const announced = columnsOf<Window>();
const maintenanceColumns = [
  announced("title", "Title", ({ title }) => (
    <PromptLink href="/operator/announcements" className="rounded hover:underline">
      {title}
    </PromptLink>
  )),
  announced("starts", "Starts", ({ starts_at }) => <DateTime iso={starts_at} />),
  announced("ends", "Ends", ({ ends_at }) => ends_at !== null && <DateTime iso={ends_at} />),
];

function Maintenance({ site: { maintenance } }: { site: OperatorSiteDetails }) {
  return (
    <section className="grid gap-3">
      <h2 className="font-medium">Maintenance</h2>
      {maintenance.length === 0 ? (
        <p className="text-ink-muted">No maintenance is announced here.</p>
      ) : (
        <DataTable
          label="Maintenance"
          columns={maintenanceColumns}
          rows={maintenance}
          keyOf={({ announcement_id }) => announcement_id}
        />
      )}
    </section>
  );
}

const CHARTS = [
  ["cpus", "CPUs", String],
  ["ram_mb", "Memory", memory],
  ["disk_gb", "Disk", gigabytes],
] as const;

function Capacity({ query }: { query: UseQueryResult<OperatorSiteDetails, unknown> }) {
  return (
    <section aria-label="Capacity over 90 days" className="grid gap-4 lg:grid-cols-3">
      {CHARTS.map(([sold, title, format]) => {
        const without = query.data && withoutLimit(query.data, sold);
        return (
          <TimeChartCard
            key={sold}
            title={without ? `${title} sold, ${without}` : title}
            query={query}
            chartOf={(site) => capacityChart(site, sold, format)}
            empty="Nothing is recorded yet. A worker records it once an hour."
          />
        );
      })}
    </section>
  );
}

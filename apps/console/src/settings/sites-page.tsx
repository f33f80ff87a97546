"use client";

import type { SiteFence, SiteHealth } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { OctagonPause, TriangleAlert } from "lucide-react";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Copyable } from "@/components/copyable.tsx";
import { columnsOf, DataTable, TableSkeleton } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { Section } from "@/components/facts.tsx";
import { Loaded } from "@/components/loaded.tsx";
import { StatusBadge } from "@/components/status-badge.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { OperatorsPage } from "./operators-page.tsx";
import { FENCED_BECAUSE, INSTANCE_NAME, SITE_TONE } from "./site-labels.ts";
import { UnknownResources } from "./unknown-resources.tsx";

const column = columnsOf<SiteHealth>();

const columns = [
  column("name", "Site", (original) => (
    <div className="min-w-44 py-2">
      <span className="font-medium">{original.name}</span>
      <div className="text-ink-muted text-xs leading-4">{original.location}</div>
    </div>
  )),
  column("id", "site_id", (original) => <Copyable text={original.site_id} label="site id" />),
  column("provider", "Provider", (original) => <span className="capitalize">{original.provider}</span>),
  column("vms", "VMs are", ({ instance_type }) =>
    instance_type === null ? <span className="text-ink-subtle">–</span> : INSTANCE_NAME[instance_type],
  ),
  column("state", "Health", (original) => (
    <div className="space-y-1">
      <StatusBadge tone={SITE_TONE[original.state]}>{original.state}</StatusBadge>
      {original.failing.length > 0 && <div className="text-ink-muted text-xs">{original.failing.join(", ")}</div>}
      {original.unknown_count > 0 && (
        <div className="text-ink-muted text-xs">{original.unknown_count.toLocaleString("en-US")} unknown</div>
      )}
    </div>
  )),
  column("checked", "Last success", (original) =>
    original.checked_at === null ? (
      <span className="text-ink-subtle">none yet</span>
    ) : (
      <DateTime iso={original.checked_at} />
    ),
  ),
];

export function SitesPage() {
  const { organization } = useWorkspace();
  const trpc = useTRPC();
  const list = useQuery({
    ...trpc.siteHealth.list.queryOptions({ organization_id: organization.organization_id }),
    refetchInterval: refreshEvery(false),
  });
  const known = list.data ?? [];
  return (
    <div className="space-y-8">
      {fencesOf(known).map(({ fence, sites }) => (
        <FenceNotice key={fence.provider} fence={fence} sites={sites} />
      ))}
      {known.map((site) => site.warnings.length > 0 && <Warnings key={site.site_id} site={site} />)}
      <Section
        title="Sites"
        lead={
          <>
            Where VMs run, and which provider each site uses. A site is healthy while the platform's periodic checks of
            all sites succeed.
          </>
        }
      >
        <Loaded query={list} skeleton={<TableSkeleton rows={2} />}>
          {(sites) => <DataTable label="List of sites" columns={columns} rows={sites} keyOf={(site) => site.site_id} />}
        </Loaded>
      </Section>
      {known.map((site) => site.unknown_count > 0 && <UnknownResources key={site.site_id} site={site} />)}
    </div>
  );
}

/** Why guests of a site are isolated less than they could be. */
function Warnings({ site: { name, warnings } }: { site: SiteHealth }) {
  return (
    <section
      aria-label={`Warnings of ${name}`}
      className="flex gap-3 rounded-lg border border-warn/30 bg-warn-soft px-4 py-3"
    >
      <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden />
      <div className="min-w-0 flex-1 space-y-2 [overflow-wrap:anywhere]">
        <p className="font-medium">Weak isolation at {name}</p>
        <ul className="space-y-1">
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** Groups sites by fence. */
function fencesOf(sites: readonly SiteHealth[]) {
  const fences = new Map<string, { fence: SiteFence; sites: [SiteHealth, ...SiteHealth[]] }>();
  for (const site of sites) {
    if (site.fence === null) continue;
    const found = fences.get(site.fence.provider);
    if (found === undefined) fences.set(site.fence.provider, { fence: site.fence, sites: [site] });
    else found.sites.push(site);
  }
  return [...fences.values()];
}

const names = new Intl.ListFormat("en");

/** The fence of some sites: its cause, its start, its consequences, and how an operator lifts it. */
function FenceNotice({
  fence: { reason, detail, since },
  sites,
}: {
  fence: SiteFence;
  sites: readonly [SiteHealth, ...SiteHealth[]];
}) {
  return (
    <div role="status" className="flex gap-3 rounded-lg border border-bad/30 bg-bad-soft px-4 py-3">
      <OctagonPause className="mt-0.5 size-4 shrink-0 text-bad" aria-hidden />
      <div className="min-w-0 flex-1 space-y-2 [overflow-wrap:anywhere]">
        <p className="font-medium">
          {names.format(sites.map(({ name }) => name))} {sites.length === 1 ? "is" : "are"} fenced since{" "}
          <DateTime iso={since} />: {FENCED_BECAUSE[reason]}
        </p>
        <p>{detail}</p>
        <p className="text-ink-muted">Operations wait. Existing resources keep running.</p>
        <OperatorsPage site={sites[0]} path="" task="resumes it" />
      </div>
    </div>
  );
}

"use client";

import type { OperatorSite } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { refreshEvery } from "@/client/live.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { columnsOf, DataTable } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { PromptLink } from "@/components/prompt-link.tsx";
import { gigabytes, memory } from "@/vms/plan.ts";
import { useOperatorRefusal } from "../use-refusal.ts";
import { Share } from "./share.tsx";
import { SiteState } from "./site-state.tsx";

const AddSite = onDemand(async () => (await import("./add-site.tsx")).AddSite);

const column = columnsOf<OperatorSite>();

const columns = [
  column("name", "Name", ({ site_id, name }) => (
    <div className="min-w-40 py-2">
      <PromptLink href={`/operator/sites/${site_id}`} className="rounded font-medium hover:underline">
        {name}
      </PromptLink>
      <div className="text-ink-muted text-xs leading-4">{site_id}</div>
    </div>
  )),
  column("state", "State", (site) => <SiteState site={site} />),
  column("provider", "Machines", ({ provider, instance_type }) => instance_type ?? provider),
  column("vms", "VMs", ({ vms }) => <span className="tabular-nums">{vms}</span>),
  column("cpus", "CPUs", (site) => <Share site={site} what="cpus" text={String} />),
  column("memory", "Memory", (site) => (
    <Share site={site} what="ram_mb" free={site.capacity?.free_ram_mb} text={memory} />
  )),
  column("disk", "Disk", (site) => (
    <Share site={site} what="disk_gb" free={site.capacity?.free_disk_gb} text={gigabytes} />
  )),
  column("addresses", "Addresses", ({ addresses: { used, total } }) => (
    <span className="whitespace-nowrap tabular-nums">
      {used}
      <span className="text-ink-muted"> of {total}</span>
    </span>
  )),
  column("unknown", "Unknown resources", ({ site_id, unknown }) =>
    unknown === 0 ? (
      <span className="tabular-nums">0</span>
    ) : (
      <PromptLink href={`/operator/sites/${site_id}/unknown`} className="rounded tabular-nums underline">
        {unknown}
      </PromptLink>
    ),
  ),
  column("seen", "Last report", ({ capacity }) =>
    capacity === null ? <span className="text-ink-subtle">none</span> : <DateTime iso={capacity.checked_at} />,
  ),
];

/** The sites with what of them is sold. */
export function OperatorSiteListPage() {
  const refusal = useOperatorRefusal();
  const query = useQuery({
    ...useTRPC().operatorSite.list.queryOptions(),
    refetchInterval: () => refreshEvery(false),
  });
  return (
    <>
      <PageHeader title="Sites" lead="Where machines run, what of their capacity is sold, and what their servers say.">
        <DialogButton look="primary" refusal={refusal} dialog={(state) => <AddSite {...state} />}>
          Add site
        </DialogButton>
      </PageHeader>
      <Loaded query={query} skeleton={<BlockSkeleton />}>
        {(sites) =>
          sites.length === 0 ? (
            <p className="text-ink-muted">The installation has no site, so nothing can be sold.</p>
          ) : (
            <DataTable label="Sites" columns={columns} rows={sites} keyOf={({ site_id }) => site_id} />
          )
        }
      </Loaded>
    </>
  );
}

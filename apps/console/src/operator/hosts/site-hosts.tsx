"use client";

import type { OperatorHost, OperatorSiteDetails } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { refreshEvery } from "@/client/live.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { columnsOf, DataTable } from "@/components/data-table.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { Section } from "@/components/facts.tsx";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { PromptLink } from "@/components/prompt-link.tsx";
import { TagList } from "@/components/tag-list.tsx";
import { gigabytes, memory } from "@/vms/plan.ts";
import { DecisionState } from "../sites/site-decisions.tsx";
import { useOperatorRefusal } from "../use-refusal.ts";
import { HostShare, HostState, unfenced } from "./host-state.tsx";
import { SiteBalance } from "./site-balance.tsx";

const AddHost = onDemand(async () => (await import("./added-host-dialogs.tsx")).AddHost);

const column = columnsOf<OperatorHost>();

const columns = [
  column("name", "Host", ({ host_id, name }) => (
    <PromptLink href={`/operator/hosts/${host_id}`} className="rounded font-medium hover:underline">
      {name}
    </PromptLink>
  )),
  column("state", "State", (host) => (
    <>
      <HostState host={host} />
      {unfenced(host) !== null && (
        <div className="min-w-40 pb-2 text-ink-muted text-xs leading-4 [overflow-wrap:anywhere]">{unfenced(host)}</div>
      )}
    </>
  )),
  column("vms", "VMs", ({ vms }) => <span className="tabular-nums">{vms}</span>),
  column("cpus", "CPUs promised", ({ name, promised_cpus, cpus }) => (
    <HostShare label={`CPUs of ${name}`} used={promised_cpus} of={cpus} text={String} />
  )),
  column("memory", "Memory promised", ({ name, promised_ram_mb, ram_mb }) => (
    <HostShare label={`Memory of ${name}`} used={promised_ram_mb} of={ram_mb} text={memory} />
  )),
  column("disk", "Disk used", ({ name, disk_gb, free_disk_gb }) => (
    <HostShare label={`Disk of ${name}`} used={(disk_gb ?? 0) - (free_disk_gb ?? 0)} of={disk_gb} text={gigabytes} />
  )),
  column("zone", "Zone", ({ zone }) => zone ?? <span className="text-ink-subtle">none</span>),
  column("tags", "Tags", ({ tags }) => <TagList tags={tags} />),
];

/** The hosts of a site, with what of them is promised. */
export function SiteHosts({ site }: { site: OperatorSiteDetails }) {
  const { site_id: siteId, name, adds_hosts, one_host_reason, decision } = site;
  const refusal = useOperatorRefusal();
  const ofHosts = decision?.action === "add_host" || decision?.action === "remove_host" ? decision : null;
  const changing = ofHosts?.state === "waiting";
  const query = useQuery({
    ...useTRPC().operatorHost.list.queryOptions({ site_id: siteId }),
    refetchInterval: ({ state }) =>
      refreshEvery(changing || state.data?.some((host) => host.state === "draining") === true),
  });
  return (
    <Section title="Hosts" lead="The machines of the site, as a worker saw them within the last minute.">
      {one_host_reason !== null && <p className="mb-3 text-ink-muted [overflow-wrap:anywhere]">{one_host_reason}</p>}
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-3 empty:hidden">
        {adds_hosts && (
          <DialogButton refusal={refusal} dialog={(state) => <AddHost site_id={siteId} name={name} {...state} />}>
            Add host
          </DialogButton>
        )}
        {(query.data?.length ?? 0) > 1 && <SiteBalance siteId={siteId} />}
        {ofHosts !== null && ofHosts.state !== "done" && <DecisionState decision={ofHosts} />}
      </div>
      <Loaded query={query} skeleton={<BlockSkeleton />}>
        {(hosts) =>
          hosts.length === 0 ? (
            <p className="text-ink-muted">The site does not list its hosts.</p>
          ) : (
            <DataTable label="Hosts of the site" columns={columns} rows={hosts} keyOf={({ host_id }) => host_id} />
          )
        }
      </Loaded>
    </Section>
  );
}

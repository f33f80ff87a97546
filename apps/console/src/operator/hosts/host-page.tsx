"use client";

import { type HostGpu, MOVE_BLOCKER_WORDS, type OperatorHost, type OperatorHostVm } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { refreshEvery } from "@/client/live.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { useList } from "@/client/use-list.ts";
import { Copyable } from "@/components/copyable.tsx";
import { columnsOf, DataTable } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { Facts, FactsSkeleton, Section } from "@/components/facts.tsx";
import { Loaded } from "@/components/loaded.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { PromptLink } from "@/components/prompt-link.tsx";
import { PagedRows } from "@/components/resource-list.tsx";
import { TagList } from "@/components/tag-list.tsx";
import { gigabytes, memory } from "@/vms/plan.ts";
import { firmwareName } from "@/vms/runs-image.ts";
import { VmStatusBadge } from "@/vms/vm-status-badge.tsx";
import { hostVmList } from "../operator-queries.ts";
import { useOperatorNames } from "../use-operator-names.ts";
import { useOperatorRefusal } from "../use-refusal.ts";
import { HostShare, HostState, unfenced } from "./host-state.tsx";

const dialogs = () => import("./host-dialogs.tsx");
const dedicated = () => import("./dedicated-host-dialogs.tsx");
const DedicateHost = onDemand(async () => (await dedicated()).DedicateHost);
const ReleaseHost = onDemand(async () => (await dedicated()).ReleaseHost);
const RemoveHost = onDemand(async () => (await import("./added-host-dialogs.tsx")).RemoveHost);
const CordonHost = onDemand(async () => (await dialogs()).CordonHost);
const DeclareHostLost = onDemand(async () => (await dialogs()).DeclareHostLost);
const DrainHost = onDemand(async () => (await dialogs()).DrainHost);
const EditHost = onDemand(async () => (await dialogs()).EditHost);
const RestoreHost = onDemand(async () => (await dialogs()).RestoreHost);

/** A host of a site: what it has, what is on it, and whether it gets more. */
export function OperatorHostPage({ hostId }: { hostId: string }) {
  const query = useQuery({
    ...useTRPC().operatorHost.get.queryOptions({ host_id: hostId }),
    refetchInterval: ({ state: { data } }) =>
      refreshEvery(data?.state === "draining" || data?.state === "lost" || data?.clearing === true),
  });
  const names = useOperatorNames(query.data?.state_by != null);
  const { data } = query;
  return (
    <>
      <PageHeader
        crumbs={[
          { label: "Sites", href: "/operator/sites" },
          ...(data ? [{ label: data.site_name, href: `/operator/sites/${data.site_id}` as const }] : []),
        ]}
        title={data?.name ?? "Host"}
        aside={data && <HostState host={data} />}
      >
        {data && <Actions host={data} />}
      </PageHeader>
      <Loaded query={query} skeleton={<FactsSkeleton />}>
        {(host) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
            <Unfenced host={host} />
            <Facts label="Host" facts={factsOf(host, names)} />
            <HostVms hostId={hostId} />
          </div>
        )}
      </Loaded>
    </>
  );
}

/** Why a lost host is not fenced yet, which keeps its VMs from other hosts. */
function Unfenced({ host }: { host: OperatorHost }) {
  const why = unfenced(host);
  if (why === null) return null;
  return (
    <div role="status" className="rounded-lg border border-warn/30 bg-warn-soft px-4 py-3 [overflow-wrap:anywhere]">
      <p>{why}</p>
      <p>Its VMs start elsewhere once it is fenced. A worker tries again each minute.</p>
    </div>
  );
}

function Actions({ host }: { host: OperatorHost }) {
  const refusal = useOperatorRefusal();
  const isLeft = host.state === "draining" || host.state === "drained";
  return (
    <>
      <DialogButton refusal={refusal} dialog={(state) => <EditHost host={host} {...state} />}>
        Edit
      </DialogButton>
      {host.dedicated_organization_id === null ? (
        <DialogButton refusal={refusal} dialog={(state) => <DedicateHost host={host} {...state} />}>
          Dedicate
        </DialogButton>
      ) : (
        <DialogButton refusal={refusal} dialog={(state) => <ReleaseHost host={host} {...state} />}>
          Take back
        </DialogButton>
      )}
      {host.state !== "active" && (
        <DialogButton refusal={refusal} dialog={(state) => <RestoreHost host={host} {...state} />}>
          Restore
        </DialogButton>
      )}
      {host.state === "active" && (
        <DialogButton refusal={refusal} dialog={(state) => <CordonHost host={host} {...state} />}>
          Cordon
        </DialogButton>
      )}
      {host.status === "offline" && (host.state !== "lost" || host.fence_error !== null) && (
        <DialogButton look="remove" refusal={refusal} dialog={(state) => <DeclareHostLost host={host} {...state} />}>
          {host.state === "lost" ? "Fence again" : "Declare lost"}
        </DialogButton>
      )}
      {!isLeft && host.state !== "lost" && (
        <DialogButton look="remove" refusal={refusal} dialog={(state) => <DrainHost host={host} {...state} />}>
          Drain
        </DialogButton>
      )}
      {host.endpoint !== null && (
        <DialogButton look="remove" refusal={refusal} dialog={(state) => <RemoveHost host={host} {...state} />}>
          Remove
        </DialogButton>
      )}
    </>
  );
}

function factsOf(host: OperatorHost, names: ReadonlyMap<string, string>): readonly (readonly [string, ReactNode])[] {
  const { name, cpus, ram_mb, free_ram_mb, disk_gb, free_disk_gb, state_at, state_by } = host;
  return [
    ["Host id", <Copyable key="id" text={host.host_id} label="host id" />],
    [
      "Site",
      <PromptLink key="site" href={`/operator/sites/${host.site_id}`} className="rounded hover:underline">
        {host.site_name}
      </PromptLink>,
    ],
    ["Endpoint", host.endpoint],
    ["VMs", host.vms],
    ["Dedicated to", host.dedicated_organization_id && <OrganizationOfHost key="organization" host={host} />],
    ["New VMs", host.clearing ? "none until those that may not stay have moved away" : null],
    [
      "CPUs promised",
      <HostShare key="cpus" label={`CPUs of ${name}`} used={host.promised_cpus} of={cpus} text={String} />,
    ],
    [
      "Memory promised",
      <HostShare key="memory" label={`Memory of ${name}`} used={host.promised_ram_mb} of={ram_mb} text={memory} />,
    ],
    [
      "Disk used",
      <HostShare
        key="disk"
        label={`Disk of ${name}`}
        used={(disk_gb ?? 0) - (free_disk_gb ?? 0)}
        of={disk_gb}
        text={gigabytes}
      />,
    ],
    ["GPUs", host.gpus === null ? null : <GpuList key="gpus" gpus={host.gpus} />],
    ["Memory free now", free_ram_mb === null ? null : memory(free_ram_mb)],
    ["VMs move", host.moves_live ? "while they run" : "stopped, and are started again"],
    ["Disks", host.shared_disks ? "shared by the hosts" : "its own"],
    ["Architecture", host.architectures?.join(", ") ?? host.architecture],
    ["Firmware", host.firmware && (host.firmware.map(firmwareName).join(", ") || "that of the host")],
    ["Zone", host.zone],
    ["Tags", host.tags.length === 0 ? null : <TagList key="tags" tags={host.tags} />],
    [host.state === "active" ? "State since" : `${host.state} since`, state_at && <DateTime key="at" iso={state_at} />],
    ["By", state_by && (names.get(state_by) ?? state_by)],
    ["Why", host.state_reason],
    ["Offline since", host.offline_at && <DateTime key="offline" iso={host.offline_at} />],
    ["Fenced", host.fenced_at && <DateTime key="fenced" iso={host.fenced_at} />],
    ["Last report", <DateTime key="seen" iso={host.seen_at} />],
  ];
}

function OrganizationOfHost({ host }: { host: OperatorHost }) {
  return (
    <PromptLink href={`/operator/organizations/${host.dedicated_organization_id}`} className="rounded hover:underline">
      {host.dedicated_organization_name}
    </PromptLink>
  );
}

const column = columnsOf<OperatorHostVm>();

const columns = [
  column("name", "VM", ({ vm_id, name }) => (
    <PromptLink href={`/operator/vms/${vm_id}`} className="block min-w-32 rounded py-2 font-medium hover:underline">
      {name}
    </PromptLink>
  )),
  column("status", "Status", ({ status }) => <VmStatusBadge status={status} />),
  column("organization", "Organization", ({ organization_id, organization_name }) => (
    <PromptLink href={`/operator/organizations/${organization_id}`} className="rounded hover:underline">
      {organization_name}
    </PromptLink>
  )),
  column("size", "Size", ({ cpu, ram_mb, disk_gb }) => (
    <span className="whitespace-nowrap tabular-nums">{`${cpu} CPU, ${memory(ram_mb)}, ${gigabytes(disk_gb)}`}</span>
  )),
  column("move", "In a drain", ({ moves_to, blocker }) => (
    <span className="block min-w-40 py-2">
      {moves_to !== null ? `moves to ${moves_to}` : blocker === null ? "moves" : MOVE_BLOCKER_WORDS[blocker]}
    </span>
  )),
];

/** What is on a host. */
function HostVms({ hostId }: { hostId: string }) {
  const { query, pages } = useList(hostVmList, { hostId });
  return (
    <Section title="VMs" lead="What is on the host, and what keeps it there when the host is drained.">
      <PagedRows query={query} pages={pages} empty={<p className="text-ink-muted">No VM is on the host.</p>}>
        {(items) => <DataTable label="VMs on the host" columns={columns} rows={items} keyOf={({ vm_id }) => vm_id} />}
      </PagedRows>
    </Section>
  );
}

/** The GPUs of a host, with the VMs that have them. Slices of a card that no VM has are a line for each profile. */
function GpuList({ gpus }: { gpus: readonly HostGpu[] }) {
  if (gpus.length === 0) return "none";
  const left = gpus.filter(({ vm_id }) => vm_id === null);
  const alike = Map.groupBy(left, ({ card, model, address }) => (card === null ? address : `${model} ${card}`));
  return (
    <ul className="leading-6">
      {gpus.map(
        ({ address, model, uuid, vm_id }) =>
          vm_id !== null && (
            <li key={address} title={uuid ?? undefined}>
              {model} <span className="text-ink-muted">at {address},</span>{" "}
              <PromptLink href={`/operator/vms/${vm_id}`} className="rounded hover:underline">
                {vm_id}
              </PromptLink>
            </li>
          ),
      )}
      {[...alike].map(([key, [first, ...others]]) => (
        <li key={key} title={others.length === 0 ? (first?.uuid ?? undefined) : undefined}>
          {others.length > 0 && `${others.length + 1} × `}
          {first?.model} <span className="text-ink-muted">at {first?.card ?? first?.address},</span>{" "}
          {first?.free ? "free" : first?.card === null ? "given in slices" : "not free: its card is taken otherwise"}
        </li>
      ))}
    </ul>
  );
}

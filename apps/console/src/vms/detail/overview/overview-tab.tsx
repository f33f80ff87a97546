"use client";

import { inSentence } from "@fulmar/contract";
import { ArrowRight, CircleAlert } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { useCostThisMonth } from "@/billing/cost-this-month.tsx";
import { onDemand } from "@/client/on-demand.tsx";
import { Copyable } from "@/components/copyable.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { Facts } from "@/components/facts.tsx";
import { BlockSkeleton } from "@/components/loaded.tsx";
import { useSites } from "@/components/sites.tsx";
import { TagList } from "@/components/tag-list.tsx";
import { CurrentOperation } from "@/operations/current-operation.tsx";
import { RelatedResources } from "@/related/related-resources.tsx";
import { workspaceHref } from "@/shell/destinations.ts";
import { ResourceName } from "@/shell/resource-name.tsx";
import { useNames } from "@/shell/use-names.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { gigabytes, hourly, memory, monthly, vcpus } from "@/vms/plan.ts";
import { SystemName } from "@/vms/system-mark.tsx";
import { useImages, usePlans } from "@/vms/use-catalog.ts";
import { VM_PAGES } from "@/vms/vm-queries.ts";
import { NetworkState } from "../networking/network-state.tsx";
import { useLatestOperation, useNetwork, useVm, useVolumes } from "../vm-place.tsx";

/** Charts are rendered in the browser, after the page. */
const LastHour = onDemand(async () => (await import("./last-hour.tsx")).LastHour, <BlockSkeleton className="h-72" />);

const MaintenanceNotice = onDemand(async () => (await import("./maintenance-notice.tsx")).MaintenanceNotice);

/** The VM's properties, its current operation and its attached resources. */
export function OverviewTab() {
  const { kind, vm } = useVm();
  const operation = useLatestOperation();
  const network = useNetwork().data;
  const unexplained = vm.error_message !== null && operation?.error_message !== vm.error_message;
  return (
    <div className="space-y-8">
      {vm.held_reason !== null && (
        <p role="alert" className="flex gap-3 rounded-lg border border-bad/30 bg-bad-soft px-4 py-3">
          <CircleAlert className="mt-0.5 size-4 shrink-0 text-bad" aria-hidden />
          <span className="[overflow-wrap:anywhere]">
            An operator of this cloud stopped the VM: {vm.held_reason} It cannot be started until they release it; ask
            their support.
          </span>
        </p>
      )}
      {unexplained && (
        <p role="alert" className="flex gap-3 rounded-lg border border-bad/30 bg-bad-soft px-4 py-3">
          <CircleAlert className="mt-0.5 size-4 shrink-0 text-bad" aria-hidden />
          <span>
            {vm.error_message} <code className="font-mono text-ink-muted text-xs">{vm.error_code}</code>
          </span>
        </p>
      )}
      {vm.maintenance !== null && <MaintenanceNotice maintenance={vm.maintenance} />}
      {operation !== undefined && <CurrentOperation operation={operation} />}
      {network !== undefined && network.error_message !== null && <NetworkState network={network} />}
      <VmFacts />
      <LastHour />
      <AttachedResources />
      <RelatedResources type={`${kind}_vm`} id={vm.id} />
    </div>
  );
}

/** The resources that are attached to the VM, with links. Those that the user may not see are left out. */
function AttachedResources() {
  const { workspaceId } = useWorkspace();
  const { volumes, complete } = useVolumes();
  const network = useNetwork().data;
  return (
    <div className="grid gap-4 lg:grid-cols-3">
      <AttachedList title="Volumes" tab="volumes">
        {(complete ? volumes : undefined)?.map((volume) => (
          <AttachedItem
            key={volume.volume_id}
            href={workspaceHref(workspaceId, `volumes/${volume.volume_id}`)}
            name={volume.name}
          >
            {gigabytes(volume.size_gb)} {volume.device_path}
          </AttachedItem>
        ))}
      </AttachedList>
      <AttachedList title="Networks" tab="networking">
        {network?.nodes.map((node) => (
          <AttachedItem
            key={node.allocation_id}
            href={workspaceHref(workspaceId, `vpcs/${node.vpc_id}`)}
            name={`${node.vpc_name} / ${node.subnet_name}`}
          >
            {node.private_ip} {node.ipv6_address}
          </AttachedItem>
        ))}
      </AttachedList>
      <AttachedList title="Firewall groups" tab="networking">
        {network?.firewall_groups.map((group) => (
          <AttachedItem
            key={group.firewall_group_id}
            href={workspaceHref(workspaceId, `firewall-groups/${group.firewall_group_id}`)}
            name={group.name}
          >
            {group.rules.length === 1 ? "1 rule" : `${group.rules.length} rules`}
          </AttachedItem>
        ))}
      </AttachedList>
    </div>
  );
}

function AttachedList({
  title,
  tab,
  children,
}: {
  title: string;
  tab: string;
  children: readonly ReactNode[] | undefined;
}) {
  const { workspaceId } = useWorkspace();
  const { kind, vm } = useVm();
  return (
    <section aria-label={title} className="rounded-lg border border-line bg-surface p-4 shadow-card">
      <div className="mb-2 flex items-center justify-between gap-2">
        <h2 className="font-semibold">{title}</h2>
        <Link
          href={workspaceHref(workspaceId, `${VM_PAGES[kind].page}/${vm.id}/${tab}`)}
          aria-label={`Manage ${inSentence(title)}`}
          className="rounded p-1 text-ink-muted hover:bg-hover hover:text-ink"
        >
          <ArrowRight className="size-4" aria-hidden />
        </Link>
      </div>
      {children === undefined ? (
        <BlockSkeleton className="h-5" />
      ) : children.length === 0 ? (
        <p className="text-ink-subtle">None attached</p>
      ) : (
        <ul className="space-y-1.5">{children}</ul>
      )}
    </section>
  );
}

function AttachedItem({ href, name, children }: { href: `/workspaces/${string}`; name: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-3">
      <Link href={href} prefetch={false} className="min-w-0 truncate rounded font-medium hover:underline">
        {name}
      </Link>
      <span className="font-mono text-ink-muted text-xs">{children}</span>
    </li>
  );
}

const NONE = <span className="text-ink-subtle">none</span>;

/** The VM's properties, with names instead of ids. */
function VmFacts() {
  const { vm } = useVm();
  const plan = usePlans().data?.items.find(({ plan_id }) => plan_id === vm.plan_id);
  const image = useImages().data?.items.find(({ template_id }) => template_id === vm.template_id);
  const site = useSites().find(({ site_id }) => site_id === vm.site_id);
  const price = plan === undefined ? null : monthly(plan);
  const ssh = sshCommand(vm);
  const cost = useCostThisMonth(vm.id);
  const group = vm.placement_group_id;
  const nameOf = useNames([group]);
  return (
    <Facts
      label="Overview"
      facts={[
        ["Id", <Copyable key="id" text={vm.id} label="id" />],
        [
          "Public address",
          vm.public_ip === null ? NONE : <Copyable key="public" text={vm.public_ip} label="public address" />,
        ],
        [
          "Private address",
          vm.private_ip === null ? NONE : <Copyable key="private" text={vm.private_ip} label="private address" />,
        ],
        ["SSH", ssh === null ? null : <Copyable key="ssh" text={ssh} label="SSH command" />],
        ["Plan", vm.plan_name ?? vm.plan_id],
        ["Size", `${vcpus(vm.cpu)}, ${memory(vm.ram_mb)}, ${gigabytes(vm.disk_gb)} disk`],
        ["Accelerators", "gpu_model" in vm ? `${vm.gpu_count} × ${vm.gpu_model}` : null],
        [
          "Price of the plan",
          plan === undefined || price === null ? null : `${price} a month, ${hourly(plan)} an hour`,
        ],
        cost,
        [
          "Image",
          <SystemName key="image" distro={vm.os_distro} name={image?.name ?? `${vm.os_distro} (${vm.os_type})`} />,
        ],
        ["Site", site === undefined ? vm.site_id : `${site.name}, ${site.location}`],
        ["Host", vm.dedicated ? "Dedicated to your organization" : null],
        ["Placement group", group === null ? null : <ResourceName key="placement" {...nameOf(group)} />],
        ["Tags", <TagList key="tags" tags={vm.tags} />],
        ["Created", <DateTime key="created" iso={vm.created_at} />],
        [
          "Adopted",
          vm.adopted_at === null ? null : (
            <span key="adopted">
              <DateTime iso={vm.adopted_at} />, from a machine that ran already. Its network is as its operator made it.
            </span>
          ),
        ],
        [
          "Changed",
          vm.updated_at === null ? (
            <span key="never" className="text-ink-subtle">
              never
            </span>
          ) : (
            <DateTime key="changed" iso={vm.updated_at} />
          ),
        ],
      ]}
    />
  );
}

/** The first user of the systems' cloud images, as their cloud-init creates it. */
const FIRST_USER: Readonly<Record<string, string>> = {
  almalinux: "almalinux",
  alpine: "alpine",
  centos: "centos",
  debian: "debian",
  fedora: "fedora",
  rocky: "rocky",
  ubuntu: "ubuntu",
};

/** The command that opens a shell in a VM; null for systems without a known first user and VMs without an address. */
function sshCommand(vm: {
  readonly os_distro: string;
  readonly public_ip: string | null;
  readonly private_ip: string | null;
}): string | null {
  const user = FIRST_USER[vm.os_distro.toLowerCase()];
  const address = vm.public_ip ?? vm.private_ip;
  return user === undefined || address === null ? null : `ssh ${user}@${address}`;
}

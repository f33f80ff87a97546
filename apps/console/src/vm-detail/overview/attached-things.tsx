"use client";

import { ArrowRight } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { BlockSkeleton } from "@/components/loaded.tsx";
import { workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { useNetwork } from "../use-network.ts";
import { useVolumes } from "../use-volumes.ts";
import { VM_PAGES } from "../vm-kind.ts";
import { useVm } from "../vm-place.tsx";

/** What hangs on the VM, each with the way to its own page; nothing of what the reader may not see. */
export function AttachedThings() {
  const { workspaceId } = useWorkspace();
  const { volumes, complete } = useVolumes();
  const network = useNetwork().data;
  return (
    <div className="grid gap-4 lg:grid-cols-3">
      <Things title="Volumes" tab="volumes">
        {(complete ? volumes : undefined)?.map((volume) => (
          <Thing
            key={volume.volume_id}
            href={workspaceHref(workspaceId, `volumes/${volume.volume_id}`)}
            name={volume.name}
          >
            {volume.size_gb} GB {volume.device_path}
          </Thing>
        ))}
      </Things>
      <Things title="Networks" tab="networking">
        {network?.nodes.map((node) => (
          <Thing
            key={node.allocation_id}
            href={workspaceHref(workspaceId, `vpcs/${node.vpc_id}`)}
            name={`${node.vpc_name} / ${node.subnet_name}`}
          >
            {node.private_ip}
          </Thing>
        ))}
      </Things>
      <Things title="Firewall groups" tab="networking">
        {network?.firewall_groups.map((group) => (
          <Thing
            key={group.firewall_group_id}
            href={workspaceHref(workspaceId, `firewall-groups/${group.firewall_group_id}`)}
            name={group.name}
          >
            {group.rules.length === 1 ? "1 rule" : `${group.rules.length} rules`}
          </Thing>
        ))}
      </Things>
    </div>
  );
}

function Things({ title, tab, children }: { title: string; tab: string; children: readonly ReactNode[] | undefined }) {
  const { workspaceId } = useWorkspace();
  const { kind, vm } = useVm();
  return (
    <section aria-label={title} className="rounded-lg border border-line bg-surface p-4 shadow-card">
      <div className="mb-2 flex items-center justify-between gap-2">
        <h2 className="font-semibold">{title}</h2>
        <Link
          href={workspaceHref(workspaceId, `${VM_PAGES[kind].page}/${vm.id}/${tab}`)}
          aria-label={`Manage ${title.toLowerCase()}`}
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

function Thing({ href, name, children }: { href: `/workspaces/${string}`; name: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-3">
      <Link href={href} prefetch={false} className="min-w-0 truncate rounded font-medium hover:underline">
        {name}
      </Link>
      <span className="font-mono text-ink-muted text-xs">{children}</span>
    </li>
  );
}

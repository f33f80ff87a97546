"use client";

import { useSelectedLayoutSegment } from "next/navigation";
import { type ReactNode, useMemo } from "react";
import { VmStatusBadge } from "@/cloud-vms/vm-status-badge.tsx";
import { FactsSkeleton } from "@/components/facts.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { ProblemPanel } from "@/components/problem-panel.tsx";
import { StatusBadge } from "@/components/status-badge.tsx";
import { TabLinks } from "@/components/tab-links.tsx";
import { type WorkspaceHref, workspaceHref } from "@/shell/destinations.ts";
import { usePageActions } from "@/shell/page-actions.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { OperationNotice } from "./operation-notice.tsx";
import { PowerActions } from "./power-actions.tsx";
import { useVmQuery } from "./use-vm-query.ts";
import { VM_PAGES, type VmKind } from "./vm-kind.ts";
import { VmContext } from "./vm-place.tsx";

const TABS = [
  ["", "Overview"],
  ["operations", "Operations"],
  ["networking", "Networking"],
  ["volumes", "Volumes"],
  ["snapshots", "Snapshots"],
  ["backups", "Backups"],
  ["metrics", "Metrics"],
  ["console", "Console log"],
  ["settings", "Settings"],
] as const;

/**
 * What stays while the tabs of one VM change: its name, its state, what can be done with it, and what is being done.
 */
export function VmLayout({ kind, vmId, children }: { kind: VmKind; vmId: string; children: ReactNode }) {
  const { workspaceId } = useWorkspace();
  const query = useVmQuery(kind, vmId);
  const segment = useSelectedLayoutSegment() ?? "";
  const vm = query.data;
  const place = useMemo(() => (vm === undefined ? null : { kind, vm }), [kind, vm]);
  const { page, title } = VM_PAGES[kind];
  const base = workspaceHref(workspaceId, `${page}/${vmId}`);
  const crumbs = [{ label: title, href: workspaceHref(workspaceId, page) }];
  if (vm === undefined) {
    return (
      <>
        <PageHeader crumbs={crumbs} title="VM" />
        {query.error ? <ProblemPanel error={query.error} onRetry={() => void query.refetch()} /> : <FactsSkeleton />}
      </>
    );
  }
  return (
    <VmContext value={place}>
      <PageHeader
        crumbs={crumbs}
        title={vm.name}
        aside={
          <>
            <VmStatusBadge status={vm.status} />
            {vm.rescue_enabled && <StatusBadge tone="warn">rescue mode</StatusBadge>}
          </>
        }
      >
        <PowerActions />
      </PageHeader>
      <TabActions base={base} name={vm.name} />
      <TabLinks label={`Pages of ${vm.name}`} base={base} tabs={TABS} />
      {segment !== "" && <OperationNotice />}
      {children}
    </VmContext>
  );
}

/** The palette leads to every tab. */
function TabActions({ base, name }: { base: WorkspaceHref; name: string }) {
  usePageActions(
    useMemo(
      () =>
        TABS.map(([segment, title]) => ({
          label: `${title} of ${name}`,
          href: segment === "" ? base : (`${base}/${segment}` as const),
        })),
      [base, name],
    ),
  );
  return null;
}

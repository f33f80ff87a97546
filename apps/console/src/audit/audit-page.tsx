"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Download, FileClock } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { ButtonLink } from "@/components/button.tsx";
import { TableSkeleton } from "@/components/data-table.tsx";
import { Loaded } from "@/components/loaded.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { Pager, usePages } from "@/components/pager.tsx";
import { Panel } from "@/components/problem-panel.tsx";
import { workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { type AuditFilter, auditCsvHref, auditInput, readAuditFilter } from "./audit-filter.ts";
import { AuditFilters } from "./audit-filters.tsx";
import { AuditTable } from "./audit-table.tsx";

const EXAMPLES = { action: "cloudVm.create", actor_id: "tok_…", resource_id: "vm_…" };

/** @param actions what can have happened, to choose from */
export function AuditPage({ actions }: { actions: readonly string[] }) {
  const { workspaceId, workspaceName } = useWorkspace();
  const filter = readAuditFilter(Object.fromEntries(useSearchParams()));
  const key = JSON.stringify(filter);
  return (
    <>
      <PageHeader title="Audit" lead={`Who changed what in ${workspaceName}, from where, and what came of it.`}>
        <a
          href={auditCsvHref(workspaceId, filter)}
          download
          className="inline-flex h-9 items-center gap-2 rounded-md border border-line-strong bg-surface px-3.5 font-medium text-sm shadow-card transition-colors hover:bg-hover"
        >
          <Download className="size-4" aria-hidden />
          Export as CSV
        </a>
      </PageHeader>
      <AuditFilters key={key} page={workspaceHref(workspaceId, "audit")} filter={filter} actions={actions} examples={EXAMPLES} withResult />
      {/* Another filter is another list: it begins on its first page. */}
      <AuditList key={`list ${key}`} filter={filter} />
    </>
  );
}

function AuditList({ filter }: { filter: AuditFilter }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const pages = usePages();
  const list = useQuery({
    ...trpc.auditEvent.list.queryOptions(auditInput(workspaceId, filter, pages.cursor)),
    placeholderData: keepPreviousData,
    // Only the first page changes: what is older is complete.
    refetchInterval: pages.first ? refreshEvery(false) : false,
  });
  return (
    <Loaded query={list} skeleton={<TableSkeleton />}>
      {({ items, nextCursor }) =>
        items.length === 0 && pages.first ? (
          <NoEvents filtered={Object.keys(filter).length > 0} />
        ) : (
          <>
            <AuditTable events={items} />
            <Pager pages={pages} nextCursor={nextCursor} />
          </>
        )
      }
    </Loaded>
  );
}

function NoEvents({ filtered }: { filtered: boolean }) {
  const { workspaceId } = useWorkspace();
  const icon = <FileClock className="size-5" aria-hidden />;
  if (filtered) {
    return (
      <Panel icon={icon} title="No event matches">
        <p>Ids and actions must match exactly. Clear the filter to see everything that was recorded here.</p>
        <div className="mt-5">
          <ButtonLink href={`/workspaces/${workspaceId}/audit`}>Show everything</ButtonLink>
        </div>
      </Panel>
    );
  }
  return (
    <Panel icon={icon} title="Nothing has happened yet">
      <p>Every change that a person or a token makes in this workspace is recorded here, and every one that was refused. Create something to see the first.</p>
      <div className="mt-5">
        <ButtonLink href={`/workspaces/${workspaceId}/cloud-vms`} look="primary">
          Go to cloud VMs
        </ButtonLink>
      </div>
    </Panel>
  );
}

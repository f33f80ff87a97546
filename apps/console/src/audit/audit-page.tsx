"use client";

import { Download, FileClock } from "lucide-react";
import { useList, useListChoice } from "@/client/use-list.ts";
import { PageHeader } from "@/components/page-header.tsx";
import { type ListedKind, ResourceList } from "@/components/resource-list.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { auditCsvHref, auditList } from "./audit-filter.ts";
import { AuditFilters } from "./audit-filters.tsx";
import { AuditTable } from "./audit-table.tsx";

const EXAMPLES = { action: "cloudVm.create", actor_id: "tok_…", resource_id: "vm_…" };

const EVENTS: ListedKind = {
  one: "event",
  many: "events",
  icon: FileClock,
  purpose:
    "Every change that a person or a token makes in this workspace is recorded here, and every one that was refused. Create something to see the first.",
  next: { page: "cloud-vms", words: "Go to cloud VMs" },
  hint: "Ids and actions must match exactly. Clear the filter to see everything that was recorded here.",
};

/** @param actions the possible actions */
export function AuditPage({ actions }: { actions: readonly string[] }) {
  const { workspaceId, workspaceName } = useWorkspace();
  const list = useListChoice(auditList);
  return (
    <>
      <PageHeader title="Audit" lead={`Who changed what in ${workspaceName}, from where, and what came of it.`}>
        <a
          href={auditCsvHref(workspaceId, list.choice)}
          download
          className="inline-flex h-9 items-center gap-2 rounded-md border border-line-strong bg-surface px-3.5 font-medium text-sm shadow-card transition-colors hover:bg-hover"
        >
          <Download className="size-4" aria-hidden />
          Export as CSV
        </a>
      </PageHeader>
      <AuditList actions={actions} />
    </>
  );
}

function AuditList({ actions }: { actions: readonly string[] }) {
  const { workspaceId } = useWorkspace();
  const list = useList(auditList, { workspaceId });
  return (
    <ResourceList
      kind={EVENTS}
      list={list}
      query={list.query}
      pages={list.pages}
      toolbar={<AuditFilters key={list.key} list={list} actions={actions} examples={EXAMPLES} withResult />}
    >
      {(items) => <AuditTable events={items} />}
    </ResourceList>
  );
}

"use client";

import { ROLE_SCOPES } from "@fulmar/contract";
import { Download, FileClock } from "lucide-react";
import { useList, useListChoice } from "@/client/use-list.ts";
import { PageHeader } from "@/components/page-header.tsx";
import { type ListedKind, ResourceList } from "@/components/resource-list.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { auditCsvHref, auditList } from "./audit-filter.ts";
import { AuditFilters } from "./audit-filters.tsx";
import { AuditTable } from "./audit-table.tsx";

const EXAMPLES = { action: "cloudVm.create", actor_id: "a name or tok_…", resource_id: "a name or vm_…" };

const EVENTS: ListedKind = {
  one: "event",
  many: "events",
  icon: FileClock,
  purpose:
    "Every change by a person or a token in this workspace is recorded here, including refused ones. Create " +
    "something to see the first.",
  next: { page: "cloud-vms", words: "Go to cloud VMs" },
  hint: "Names, ids and actions must match exactly. Clear the filter to see everything that was recorded here.",
};

/** The words for a role that sees the events of some families only. */
const SOME_EVENTS: ListedKind = {
  one: "event",
  many: "events for your role",
  icon: FileClock,
  hint: "Names, ids and actions must match exactly.",
  purpose:
    "You see the events of the resources that your role may see. To see the others, ask an owner or admin for " +
    "another role.",
};

/** @param actions the possible actions */
export function AuditPage({ actions }: { actions: readonly string[] }) {
  const { workspaceId, workspaceName } = useWorkspace();
  const list = useListChoice(auditList);
  return (
    <>
      <PageHeader title="Audit" lead={`Who changed what in ${workspaceName}, from where, and with what result.`}>
        <a
          href={auditCsvHref(workspaceId, list.choice)}
          download
          className="inline-flex h-9 items-center gap-2 rounded-md border border-line-strong bg-surface px-3.5
            font-medium text-sm shadow-card transition-colors hover:bg-hover"
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
  const { workspaceId, role } = useWorkspace();
  const list = useList(auditList, { workspaceId });
  const seesAll = ROLE_SCOPES.viewer.every((scope) => ROLE_SCOPES[role].includes(scope));
  return (
    <ResourceList
      kind={seesAll ? EVENTS : SOME_EVENTS}
      list={list}
      query={list.query}
      pages={list.pages}
      toolbar={<AuditFilters key={list.key} list={list} actions={actions} examples={EXAMPLES} ofWorkspace />}
    >
      {(items) => <AuditTable events={items} />}
    </ResourceList>
  );
}

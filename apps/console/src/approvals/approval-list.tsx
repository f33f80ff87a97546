"use client";

import type { Approval } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { UserCheck } from "lucide-react";
import type { WorkspacePath } from "@/client/list.ts";
import { useTRPC } from "@/client/trpc.ts";
import { columnsOf, DataTable, TableSkeleton } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { Section } from "@/components/facts.tsx";
import { ListTable } from "@/components/list-page.tsx";
import { Loaded } from "@/components/loaded.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { PromptLink } from "@/components/prompt-link.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { ApprovalBadge, approvalWords } from "./approval-badge.tsx";
import { approvalList, waitingQuestion } from "./approval-queries.ts";

const APPROVALS: ListedKind = {
  one: "request",
  many: "requests",
  icon: UserCheck,
  purpose: "What a guarded API token may not do alone waits here, until somebody approves or rejects it.",
  next: { page: "api-tokens", words: "See the API tokens and their guards" },
  hint: "No request has this status.",
};

const column = columnsOf<Approval>();
const what = column("what", "Request", (approval) => <What approval={approval} />);
const token = column("token", "Token", ({ token_name }) => token_name);
const asked = column("asked", "Asked", ({ created_at }) => <DateTime iso={created_at} />);

const WAITING = [what, token, asked, column("until", "Expires", ({ expires_at }) => <DateTime iso={expires_at} />)];
const ALL = [
  what,
  column("status", "Status", ({ status }) => <ApprovalBadge status={status} />),
  token,
  asked,
  column("by", "Decided by", ({ decided_by }) => decided_by?.name ?? <span className="text-ink-subtle">nobody</span>),
];

function What({ approval: { approval_id, summary, request } }: { approval: Approval }) {
  const { workspaceId } = useWorkspace();
  return (
    <div className="min-w-48 py-2">
      <PromptLink href={workspaceHref(workspaceId, `approvals/${approval_id}`)}>{summary}</PromptLink>
      <div className="break-all font-mono text-ink-subtle text-xs">{request}</div>
    </div>
  );
}

/** The requests that wait for a person, and below them all of the last 30 days. */
export function ApprovalListPage(path: WorkspacePath) {
  const waiting = useQuery(waitingQuestion(useTRPC(), path));
  return (
    <>
      <PageHeader title="Approvals" lead="Requests from guarded API tokens, and their decisions." />
      <div className="space-y-10">
        {waiting.data?.items.length === 0 ? null : (
          <Section title="Waiting">
            <Loaded query={waiting} skeleton={<TableSkeleton rows={3} />}>
              {({ items }) => (
                <DataTable
                  label="Waiting requests"
                  columns={WAITING}
                  rows={items}
                  keyOf={({ approval_id }) => approval_id}
                />
              )}
            </Loaded>
          </Section>
        )}
        <Section title="All requests" lead="They are kept for 30 days.">
          <ListTable
            list={approvalList}
            path={path}
            kind={APPROVALS}
            label="List of requests"
            filters={{ status: ["Status", approvalWords] }}
            columns={ALL}
            keyOf={({ approval_id }) => approval_id}
          />
        </Section>
      </div>
    </>
  );
}

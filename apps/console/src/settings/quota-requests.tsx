"use client";

import { type QuotaRequest, rolesWith } from "@fulmar/contract";
import { useTRPC } from "@/client/trpc.ts";
import { useList } from "@/client/use-list.ts";
import { columnsOf, DataTable, hiddenTitle } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { DeleteAction } from "@/components/delete-action.tsx";
import { Section } from "@/components/facts.tsx";
import { PagedRows } from "@/components/resource-list.tsx";
import { StatusBadge, type Tone } from "@/components/status-badge.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { QUOTA_NAME, quotaRequestList } from "./settings-queries.ts";
import { useRoleRefusal } from "./use-role.ts";

export const QUOTA_REQUEST_TONE: Readonly<Record<QuotaRequest["status"], Tone>> = {
  open: "warn",
  granted: "good",
  refused: "bad",
  withdrawn: "quiet",
};

const column = columnsOf<QuotaRequest>();
const columns = [
  column("resource", "Resource", ({ resource }) => <span className="font-medium">{QUOTA_NAME[resource]}</span>),
  column("wanted", "Wanted", ({ wanted, reason }) => (
    <div className="min-w-40 py-2">
      <span className="tabular-nums">{wanted.toLocaleString()}</span>
      <span className="block text-ink-muted text-xs [overflow-wrap:anywhere]">{reason}</span>
    </div>
  )),
  column("status", "State", ({ status }) => <StatusBadge tone={QUOTA_REQUEST_TONE[status]}>{status}</StatusBadge>),
  column("answer", "Answer", ({ granted, answer }) => (
    <div className="min-w-32 py-2">
      {granted !== null && <span className="tabular-nums">{`Limit ${granted.toLocaleString()}`}</span>}
      {answer !== null && <span className="block text-ink-muted text-xs [overflow-wrap:anywhere]">{answer}</span>}
    </div>
  )),
  column("at", "Asked", ({ created_at }) => <DateTime iso={created_at} />),
  column("actions", hiddenTitle("Actions"), (request) => <Withdraw request={request} />),
];

function Withdraw({ request: { quota_request_id, resource, status } }: { request: QuotaRequest }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const refusal = useRoleRefusal(rolesWith("billing.write"));
  if (status !== "open") return null;
  return (
    <DeleteAction
      deletion={trpc.quotaRequest.withdraw}
      input={{ workspace_id: workspaceId, quota_request_id }}
      plan={trpc.changePlan.quotaRequest.withdraw}
      onDeleted={() => changed(`Withdrew the request: ${QUOTA_NAME[resource]}`)}
      verb="Withdraw"
      what="request"
      name={QUOTA_NAME[resource]}
      lead="The operator no longer decides it. You can ask again."
      refusal={refusal}
    />
  );
}

/** What the workspace asked for, and what became of it. Nothing is shown where it never asked. */
export function QuotaRequests() {
  const { workspaceId } = useWorkspace();
  const { query, pages } = useList(quotaRequestList, { workspaceId });
  if (query.data?.items.length === 0) return null;
  return (
    <Section title="Requests" lead="What was asked for, and what the operator answered.">
      <PagedRows query={query} pages={pages} empty={null}>
        {(items) => (
          <DataTable
            label="Requests for higher quotas"
            columns={columns}
            rows={items}
            keyOf={({ quota_request_id }) => quota_request_id}
          />
        )}
      </PagedRows>
    </Section>
  );
}

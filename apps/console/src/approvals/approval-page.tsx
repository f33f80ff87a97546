"use client";

import { useQuery } from "@tanstack/react-query";
import type { WorkspacePath } from "@/client/list.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Copyable } from "@/components/copyable.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { Facts, FactsSkeleton, Section } from "@/components/facts.tsx";
import { Loaded } from "@/components/loaded.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { PlanSummary } from "@/components/plan-summary.tsx";
import { PromptLink } from "@/components/prompt-link.tsx";
import { workspaceHref } from "@/shell/destinations.ts";
import { ResourceName } from "@/shell/resource-name.tsx";
import { useNames } from "@/shell/use-names.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { ApprovalBadge } from "./approval-badge.tsx";
import { approvalInput, type ShownApproval } from "./approval-queries.ts";
import { DecideApproval } from "./decide-approval.tsx";
import { RequestedFields } from "./requested-fields.tsx";
import { Warnings } from "./warnings.tsx";

export interface ApprovalPath extends WorkspacePath {
  readonly approvalId: string;
}

/** A request of a guarded token: who asks, what it would do, and the decision. */
export function ApprovalPage({ workspaceId, approvalId }: ApprovalPath) {
  const query = useQuery(useTRPC().approval.get.queryOptions(approvalInput(workspaceId, approvalId)));
  const approval = query.data;
  return (
    <>
      <PageHeader
        crumbs={[{ label: "Approvals", href: workspaceHref(workspaceId, "approvals") }]}
        title={approval?.summary ?? "Approval"}
        aside={approval && <ApprovalBadge status={approval.status} />}
      >
        {approval?.status === "pending" && <DecideApproval approval={approval} />}
      </PageHeader>
      <Loaded query={query} skeleton={<FactsSkeleton />}>
        {(loaded) => (
          <div className="space-y-8">
            <Notice approval={loaded} />
            <ApprovalFacts approval={loaded} />
            {loaded.fields.length > 0 && (
              <Section title="Request" lead="Every field of the request, as it would be carried out.">
                <div className="space-y-3">
                  <Warnings warnings={loaded.warnings} />
                  <RequestedFields fields={loaded.fields} />
                </div>
              </Section>
            )}
            <Section title="Plan" lead={<PlanLead approval={loaded} />}>
              <div className="rounded-lg border border-line bg-surface p-4 shadow-card">
                <PlanSummary plan={loaded.plan} />
              </div>
            </Section>
          </div>
        )}
      </Loaded>
    </>
  );
}

function PlanLead({ approval: { planned_at, status } }: { approval: ShownApproval }) {
  return (
    <>
      What the request would do, as of <DateTime iso={planned_at} />.{" "}
      {status === "pending" && "It is carried out only if this is still so."}
    </>
  );
}

/** Why the user may not decide, or what came of it. */
function Notice({
  approval: { status, undecidable, outcome, needs_two_people, first_approved_by, first_approval_lapsed },
}: {
  approval: ShownApproval;
}) {
  const look = "rounded-md border px-3.5 py-3";
  if (status === "pending" && undecidable !== null)
    return (
      <p role="status" className={`${look} border-warn/30 bg-warn-soft`}>
        {undecidable}
      </p>
    );
  if (status === "pending" && needs_two_people)
    return (
      <p role="status" className={`${look} border-line bg-surface`}>
        {first_approval_lapsed !== null
          ? `${first_approval_lapsed} Two people must approve it.`
          : first_approved_by === null
            ? "Two people must approve it."
            : `${first_approved_by.name} has approved it. It needs one more.`}
      </p>
    );
  if (status === "approved")
    return (
      <p role="status" className={`${look} border-line bg-surface`}>
        It is answered when the token sends it again.
      </p>
    );
  if (outcome === null || (outcome.detail === null && outcome.differences.length === 0)) return null;
  return (
    <div role="status" className={`${look} border-bad/30 bg-bad-soft`}>
      {outcome.detail !== null && <p>{outcome.detail}</p>}
      {outcome.differences.length > 0 && (
        <ul className="mt-2 list-disc space-y-1 pl-5">
          {outcome.differences.map((difference) => (
            <li key={difference}>{difference}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

function ApprovalFacts({ approval }: { approval: ShownApproval }) {
  const { workspaceId } = useWorkspace();
  const { resource_id, first_approved_by, decided_by, decided_at, outcome } = approval;
  const nameOf = useNames([resource_id]);
  return (
    <Facts
      label="Approval"
      facts={[
        [
          "Token",
          <PromptLink key="token" href={workspaceHref(workspaceId, `api-tokens/${approval.token_id}`)}>
            {approval.token_name}
          </PromptLink>,
        ],
        ["Request", <code key="request">{approval.request}</code>],
        ["Resource", resource_id === null ? null : <ResourceName key="resource" {...nameOf(resource_id)} narrow />],
        ["Approval id", <Copyable key="id" text={approval.approval_id} label="approval id" />],
        ["Asked", <DateTime key="asked" iso={approval.created_at} />],
        ["Expires", approval.status === "pending" ? <TimeLeft key="expires" iso={approval.expires_at} /> : null],
        ["First approved by", first_approved_by?.name ?? null],
        [approval.status === "rejected" ? "Rejected by" : "Decided by", decided_by?.name ?? null],
        ["Decided", decided_at === null ? null : <DateTime key="decided" iso={decided_at} />],
        ["Reason", approval.reason],
        ["Answered", outcome?.status == null ? null : [outcome.status, outcome.code].filter(Boolean).join(" ")],
      ]}
    />
  );
}

function TimeLeft({ iso }: { iso: string }) {
  const hours = Math.max(0, Math.floor((Date.parse(iso) - Date.now()) / 3_600_000));
  return (
    <>
      <DateTime iso={iso} />{" "}
      <span className="text-ink-subtle" suppressHydrationWarning>
        {hours === 0 ? "in less than an hour" : hours === 1 ? "in about an hour" : `in ${hours} hours`}
      </span>
    </>
  );
}

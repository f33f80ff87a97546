"use client";

import type { WorkspaceOperationDetail } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Copyable } from "@/components/copyable.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { Facts, FactsSkeleton, Section } from "@/components/facts.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { ProblemPanel } from "@/components/problem-panel.tsx";
import { workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { CancelOperation } from "./cancel-operation.tsx";
import { duration } from "./duration.ts";
import { OperationError } from "./operation-error.tsx";
import { operationInput } from "./operation-queries.ts";
import { hasEnded, OperationStatusBadge } from "./operation-status-badge.tsx";
import { OperationTimeline } from "./operation-timeline.tsx";
import { ACTION_NAME } from "./operation-words.ts";
import { RawRecord } from "./raw-record.tsx";
import { ResourceLink } from "./resource-link.tsx";

/** One operation, followed to its end. */
export function OperationPage({ operationId }: { operationId: string }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const query = useQuery({
    ...trpc.workspaceOperation.get.queryOptions(operationInput(workspaceId, operationId)),
    refetchInterval: ({ state: { data } }) => refreshEvery(data === undefined || !hasEnded(data.status)),
  });
  const operation = query.data;
  const crumbs = [{ label: "Operations", href: workspaceHref(workspaceId, "operations") }];
  if (operation === undefined) {
    return (
      <>
        <PageHeader crumbs={crumbs} title="Operation" />
        {query.error ? <ProblemPanel error={query.error} onRetry={() => void query.refetch()} /> : <FactsSkeleton />}
      </>
    );
  }
  const title = `${ACTION_NAME[operation.action]} ${operation.resource_name ?? operation.resource_id}`;
  return (
    <>
      <PageHeader crumbs={crumbs} title={title} aside={<OperationStatusBadge operation={operation} />}>
        <CancelOperation operation={operation} />
      </PageHeader>
      <div className="space-y-8">
        <OperationError operation={operation} />
        <OperationFacts operation={operation} />
        <Section title="Timeline">
          <OperationTimeline
            steps={operation.steps}
            known={operation.error_message}
            from={Date.parse(operation.submitted_at)}
            until={operation.finished_at === null ? query.dataUpdatedAt : Date.parse(operation.finished_at)}
          />
        </Section>
        <RawRecord record={operation} />
      </div>
    </>
  );
}

function OperationFacts({ operation }: { operation: WorkspaceOperationDetail }) {
  const { submitted_at, finished_at } = operation;
  const begun = operation.steps.map(({ started_at }) => started_at).find((at) => at !== null);
  return (
    <Facts
      label="Overview"
      facts={[
        ["Resource", <ResourceLink key="resource" operation={operation} />],
        ["Id", <Copyable key="id" text={operation.operation_id} label="id" />],
        ["Submitted", <DateTime key="submitted" iso={submitted_at} />],
        [
          "Waited",
          begun == null ? null : `${duration(Date.parse(begun) - Date.parse(submitted_at))} for its first step`,
        ],
        ["Ended", finished_at === null ? null : <DateTime key="ended" iso={finished_at} />],
        ["Took", finished_at === null ? null : duration(Date.parse(finished_at) - Date.parse(submitted_at))],
      ]}
    />
  );
}

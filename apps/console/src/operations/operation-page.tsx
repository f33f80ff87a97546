"use client";

import {
  type ComputeOperation,
  cancelRefusal,
  type WorkspaceOperation,
  type WorkspaceOperationDetail,
} from "@fulmar/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleAlert, CirclePause } from "lucide-react";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { ConfirmChange } from "@/components/confirm.tsx";
import { CopyBlock } from "@/components/copy-block.tsx";
import { Copyable } from "@/components/copyable.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { Facts, FactsSkeleton, Section } from "@/components/facts.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { ProblemPanel } from "@/components/problem-panel.tsx";
import { notify } from "@/components/toast-store.ts";
import { workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { ACTION_NAME, duration } from "./operation-labels.ts";
import { operationInput } from "./operation-queries.ts";
import { hasEnded, isOnHold, OperationStatusBadge } from "./operation-status-badge.tsx";
import { OperationTimeline } from "./operation-timeline.tsx";
import { ResourceLink } from "./resource-link.tsx";

/** One operation, followed until it ends. */
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

/**
 * Cancels an operation, which compensates it. If it cannot be cancelled the button shows why, by the server's own rule.
 */
function CancelOperation({ operation }: { operation: WorkspaceOperation }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return (
    <DialogButton
      look="remove"
      refusal={roleRefusal("vm.write") ?? stateRefusal(operation)}
      dialog={(state) => (
        <ConfirmChange
          {...state}
          title="Cancel this operation?"
          lead="Its completed steps are undone, and the resource returns to its previous state where possible."
          action="Cancel operation"
          change={trpc.operation.cancel}
          input={operationInput(workspaceId, operation.operation_id)}
          plan={trpc.changePlan.operation.cancel}
          onDone={async () => {
            notify.done("Cancelling", "Completed steps are undone.");
            await queryClient.invalidateQueries(trpc.workspaceOperation.pathFilter());
          }}
        />
      )}
    >
      Cancel operation
    </DialogButton>
  );
}

function stateRefusal(operation: WorkspaceOperation): string | null {
  if (operation.resource_type === "volume" && !hasEnded(operation.status))
    return "An operation of a volume cannot be cancelled; wait until it has ended.";
  return cancelRefusal(operation)?.reason ?? null;
}

/** Why an operation failed or waits. Renders nothing otherwise. */
function OperationError({
  operation,
}: {
  operation: Pick<ComputeOperation, "status" | "error_code" | "error_message">;
}) {
  const { error_code, error_message } = operation;
  if (error_message === null) return null;
  const held = isOnHold(operation);
  const Icon = held ? CirclePause : CircleAlert;
  return (
    <p
      role={held ? "status" : "alert"}
      className={`flex gap-3 rounded-lg border px-4 py-3
        ${held ? "border-warn/30 bg-warn-soft" : "border-bad/30 bg-bad-soft"}`}
    >
      <Icon className={`mt-0.5 size-4 shrink-0 ${held ? "text-warn" : "text-bad"}`} aria-hidden />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {held && "On hold until its site is resumed. "}
        {error_message} {error_code !== null && <code className="font-mono text-ink-muted text-xs">{error_code}</code>}
      </span>
    </p>
  );
}

/** The JSON record of the page, to copy. */
function RawRecord({ record }: { record: object }) {
  return (
    <details>
      <summary className="cursor-pointer rounded font-medium">Show as JSON</summary>
      <div className="mt-3">
        <CopyBlock label="Record" text={JSON.stringify(record, null, 2)} />
      </div>
    </details>
  );
}

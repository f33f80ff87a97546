"use client";

import type { ComputeOperation } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { ACTION_NAME } from "./operation-labels.ts";
import { hasEnded, isOnHold, OperationStatusBadge } from "./operation-status-badge.tsx";
import { OperationTimeline } from "./operation-timeline.tsx";

/** The operation that holds a VM, or the one that failed last: its timeline and the error in words. */
export function CurrentOperation({ operation }: { operation: ComputeOperation }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const ended = hasEnded(operation.status);
  const held = isOnHold(operation);
  const look = held
    ? "border-warn/30 bg-warn-soft/40"
    : operation.error_message === null
      ? "border-line bg-canvas"
      : "border-bad/30 bg-bad-soft/40";
  const steps = useQuery({
    ...trpc.operation.steps.queryOptions({ workspace_id: workspaceId, operation_id: operation.operation_id }),
    refetchInterval: refreshEvery(!ended),
  });
  const until = ended ? Date.parse(operation.updated_at) : steps.dataUpdatedAt;
  return (
    <section aria-labelledby="current" className={`rounded-lg border p-4 ${look}`}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id="current" className="font-semibold">
          {ACTION_NAME[operation.action]} {ended ? "failed" : held ? "on hold" : "in progress"}
        </h2>
        <OperationStatusBadge operation={operation} />
        <Link
          href={workspaceHref(workspaceId, `operations/${operation.operation_id}`)}
          prefetch={false}
          className="ml-auto rounded font-medium underline underline-offset-2"
        >
          Open operation
        </Link>
      </div>
      {operation.error_message !== null && (
        <p className="mt-2">
          {operation.error_message}{" "}
          {operation.error_code !== null && (
            <code className="font-mono text-ink-muted text-xs">{operation.error_code}</code>
          )}
        </p>
      )}
      {steps.data && steps.data.length > 0 && (
        <div className="mt-3">
          <OperationTimeline
            steps={steps.data}
            known={operation.error_message}
            from={Date.parse(operation.submitted_at)}
            until={until}
          />
        </div>
      )}
    </section>
  );
}

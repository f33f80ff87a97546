"use client";

import type { ComputeOperation, OperationStep, OperationStepStatus } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { Circle, CircleCheck, CircleDashed, CircleX, LoaderCircle, type LucideIcon, Undo2 } from "lucide-react";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Copyable } from "@/components/copyable.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { ACTION_NAME, inWords } from "./status.ts";
import { hasEnded, OperationStatusBadge } from "./vm-status-badge.tsx";

const STEP_ICON: Readonly<Record<OperationStepStatus, { readonly icon: LucideIcon; readonly look: string }>> = {
  pending: { icon: Circle, look: "text-ink-subtle" },
  running: { icon: LoaderCircle, look: "animate-spin text-busy" },
  waiting: { icon: LoaderCircle, look: "animate-spin text-busy" },
  succeeded: { icon: CircleCheck, look: "text-good" },
  failed: { icon: CircleX, look: "text-bad" },
  undoing: { icon: LoaderCircle, look: "animate-spin text-warn" },
  undone: { icon: Undo2, look: "text-warn" },
  skipped: { icon: CircleDashed, look: "text-ink-subtle" },
};

/** The operation that holds the VM, or the one that failed last: its steps one after another, and the error in words. */
export function CurrentOperation({ operation }: { operation: ComputeOperation }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const ended = hasEnded(operation.status);
  const steps = useQuery({
    ...trpc.operation.steps.queryOptions({ workspace_id: workspaceId, operation_id: operation.operation_id }),
    refetchInterval: refreshEvery(!ended),
  });
  return (
    <section
      aria-labelledby="current"
      className={`rounded-lg border p-4 ${operation.error_message === null ? "border-line bg-canvas" : "border-bad/30 bg-bad-soft/40"}`}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id="current" className="font-semibold">
          {ended ? `${ACTION_NAME[operation.action]} did not succeed` : `${ACTION_NAME[operation.action]} in progress`}
        </h2>
        <OperationStatusBadge status={operation.status} />
        <Copyable text={operation.operation_id} label="operation id" />
      </div>
      {operation.error_message !== null && (
        <p className="mt-2">
          {operation.error_message} {operation.error_code !== null && <code className="font-mono text-ink-muted text-xs">{operation.error_code}</code>}
        </p>
      )}
      {steps.data && steps.data.length > 0 && (
        <ol aria-label="Steps" className="mt-3 space-y-1.5">
          {steps.data.map((step) => (
            <Step key={step.name} step={step} known={operation.error_message} />
          ))}
        </ol>
      )}
    </section>
  );
}

/** @param known what the operation says already */
function Step({ step, known }: { step: OperationStep; known: string | null }) {
  const { icon: Icon, look } = STEP_ICON[step.status];
  return (
    <li className="flex flex-wrap items-center gap-x-2.5">
      <Icon className={`size-4 shrink-0 ${look}`} aria-hidden />
      <span className={step.status === "pending" || step.status === "skipped" ? "text-ink-subtle" : ""}>{inWords(step.name)}</span>
      <span className="sr-only">{step.status}</span>
      <span className="text-ink-subtle text-xs tabular-nums">{duration(step)}</span>
      {step.attempt > 1 && <span className="text-warn text-xs">attempt {step.attempt}</span>}
      {step.error !== null && step.error !== known && <span className="text-bad text-xs">{step.error}</span>}
    </li>
  );
}

function duration({ started_at, finished_at }: OperationStep): string {
  if (started_at === null || finished_at === null) return "";
  const milliseconds = Date.parse(finished_at) - Date.parse(started_at);
  return milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

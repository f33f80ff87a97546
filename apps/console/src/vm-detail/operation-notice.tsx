"use client";

import { CircleAlert, CirclePause, LoaderCircle } from "lucide-react";
import Link from "next/link";
import { inWords } from "@/client/in-words.ts";
import { hasEnded, isOnHold } from "@/operations/operation-status-badge.tsx";
import { ACTION_NAME } from "@/operations/operation-words.ts";
import { workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { useLatestOperation } from "./use-latest-operation.ts";

/** On every tab but the overview, which shows the whole timeline: what is being done to the VM, or what failed last. */
export function OperationNotice() {
  const { workspaceId } = useWorkspace();
  const operation = useLatestOperation();
  if (operation === undefined) return null;
  const ended = hasEnded(operation.status);
  const held = isOnHold(operation);
  const name = ACTION_NAME[operation.action];
  return (
    <p
      role="status"
      className={`mb-6 flex flex-wrap items-center gap-x-2.5 gap-y-1 rounded-lg border px-4 py-2.5 ${ended ? "border-bad/30 bg-bad-soft" : held ? "border-warn/30 bg-warn-soft" : "border-line bg-canvas"}`}
    >
      {ended ? (
        <CircleAlert className="size-4 shrink-0 text-bad" aria-hidden />
      ) : held ? (
        <CirclePause className="size-4 shrink-0 text-warn" aria-hidden />
      ) : (
        <LoaderCircle className="size-4 shrink-0 animate-spin text-busy" aria-hidden />
      )}
      <span className="font-medium">{`${name} ${ended ? "did not succeed" : held ? "on hold" : "in progress"}`}</span>
      <span className="min-w-0 text-ink-muted">
        {ended || held ? operation.error_message : operation.current_step !== null && inWords(operation.current_step)}
      </span>
      <Link
        href={workspaceHref(workspaceId, `operations/${operation.operation_id}`)}
        prefetch={false}
        className="ml-auto rounded font-medium underline underline-offset-2"
      >
        Open operation
      </Link>
    </p>
  );
}

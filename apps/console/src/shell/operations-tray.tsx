"use client";

import { Popover } from "@base-ui/react/popover";
import type { ActivityRecord } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useState } from "react";
import { formatStatus } from "@/client/format.ts";
import { refreshEvery } from "@/client/live.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { isOnHold, OperationStatusBadge } from "@/operations/operation-status-badge.tsx";
import { workspaceHref } from "./destinations.ts";
import { nameOf } from "./operation-ends.tsx";
import { TrayTrigger } from "./triggers.tsx";
import { useWorkspace } from "./workspace.tsx";

/**
 * The running operations of the workspace, on every page. The popup shows each one's step, and the operations that
 * failed in the last day.
 */
export function OperationsTray({ defaultOpen }: { defaultOpen: boolean }) {
  const { workspaceId } = useWorkspace();
  const path = usePathname();
  const trpc = useTRPC();
  const activity = useQuery({
    ...trpc.activity.list.queryOptions({ workspace_id: workspaceId }),
    refetchInterval: ({ state }) => refreshEvery((state.data?.running_count ?? 0) > 0),
  });
  // The path on which it was opened: the tray closes when the path changes.
  const [openAt, setOpenAt] = useState(defaultOpen ? path : null);
  // The popup is rendered inside the header, for users who navigate by landmarks.
  const [home, setHome] = useState<HTMLDivElement | null>(null);
  const { running = [], failed = [], running_count = 0 } = activity.data ?? {};
  return (
    <div ref={setHome}>
      <Popover.Root open={openAt === path} onOpenChange={(open) => setOpenAt(open ? path : null)}>
        <Popover.Trigger render={<TrayTrigger running={running_count} />} />
        <Popover.Portal container={home}>
          <Popover.Positioner align="end" sideOffset={6} className="z-40">
            <Popover.Popup
              className="max-h-[min(32rem,var(--available-height))] w-96 max-w-[calc(100vw-2rem)] overflow-y-auto
                rounded-lg border border-line bg-raised p-4 shadow-raised outline-none"
            >
              <div className="flex items-baseline justify-between gap-4">
                <Popover.Title className="font-semibold">Operations</Popover.Title>
                <Link
                  href={workspaceHref(workspaceId, "operations")}
                  className="rounded font-medium text-accent text-xs hover:underline"
                >
                  All operations
                </Link>
              </div>
              {activity.error && activity.data === undefined ? (
                <ProblemNotice problem={problemOf(activity.error)} />
              ) : null}
              <Section
                title={running_count === 0 ? "Nothing is in progress" : `${running_count} in progress`}
                records={running}
                workspaceId={workspaceId}
              />
              {failed.length > 0 && (
                <Section title="Failed in the last day" records={failed} workspaceId={workspaceId} />
              )}
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </div>
  );
}

function Section({
  title,
  records,
  workspaceId,
}: {
  title: string;
  records: readonly ActivityRecord[];
  workspaceId: string;
}) {
  return (
    <section aria-label={title} className="mt-3">
      <h3 className="text-ink-muted text-xs">{title}</h3>
      <ul className="mt-1 divide-y divide-line">
        {records.map((record) => (
          <li key={record.operation_id} className="py-2">
            <div className="flex items-start justify-between gap-3">
              <Link
                href={workspaceHref(workspaceId, `operations/${record.operation_id}`)}
                className="min-w-0 rounded font-medium hover:underline [overflow-wrap:anywhere]"
              >
                {nameOf(record)}
              </Link>
              <OperationStatusBadge operation={record} />
            </div>
            {record.finished_at !== null && <p className="mt-1 text-bad text-xs">{record.error_message}</p>}
            {record.finished_at === null &&
              (isOnHold(record) ? (
                <p className="mt-1 text-ink-muted text-xs">{record.error_message}</p>
              ) : (
                <Progress record={record} />
              ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The progress by steps. */
function Progress({
  record: { steps_done, steps_total, current_step, resource_name, resource_id },
}: {
  record: ActivityRecord;
}) {
  return (
    <div className="mt-1.5">
      <progress
        aria-label={`Progress of ${resource_name ?? resource_id}`}
        value={steps_done}
        max={steps_total}
        className="block h-1 w-full appearance-none overflow-hidden rounded-full bg-hover [&::-moz-progress-bar]:bg-busy
          [&::-webkit-progress-bar]:bg-hover [&::-webkit-progress-value]:bg-busy"
      />
      <p className="mt-1 text-ink-muted text-xs">
        {Math.min(steps_done + 1, steps_total)} of {steps_total}
        {current_step !== null && `: ${formatStatus(current_step)}`}
      </p>
    </div>
  );
}

"use client";

import type { ActivityRecord } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { inWords } from "@/client/in-words.ts";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { isOnHold, OperationStatusBadge } from "@/operations/operation-status-badge.tsx";
import { workspaceHref } from "@/shell/destinations.ts";
import { nameOf } from "@/shell/operation-ends.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { overviewInput } from "./overview-queries.ts";

/** The operations that are under way, and those that have failed in the last day. */
export function InFlight() {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const activity = useQuery({
    ...trpc.activity.list.queryOptions(overviewInput(workspaceId)),
    refetchInterval: ({ state }) => refreshEvery((state.data?.running_count ?? 0) > 0),
  });
  return (
    <section aria-labelledby="in-flight" className="min-w-0">
      <h2 id="in-flight" className="mb-3 font-semibold text-base">
        Operations
      </h2>
      <Loaded query={activity} skeleton={<BlockSkeleton className="h-24" />}>
        {({ running, running_count, failed }) =>
          running.length + failed.length === 0 ? (
            <p className="text-ink-muted">Nothing is in progress, and nothing has failed in the last day.</p>
          ) : (
            <>
              <p className="mb-2 text-ink-muted">
                {running_count} in progress, {failed.length} failed in the last day
              </p>
              <ul className="divide-y divide-line rounded-lg border border-line bg-surface shadow-card">
                {[...running, ...failed].map((record) => (
                  <Operation key={record.operation_id} record={record} />
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
    </section>
  );
}

function Operation({ record }: { record: ActivityRecord }) {
  const { workspaceId } = useWorkspace();
  const underWay = record.finished_at === null;
  const detail =
    underWay && !isOnHold(record) ? record.current_step && inWords(record.current_step) : record.error_message;
  return (
    <li className="flex items-center justify-between gap-4 px-4 py-2.5">
      <div className="min-w-0">
        <Link
          href={workspaceHref(workspaceId, `operations/${record.operation_id}`)}
          prefetch={false}
          className="rounded font-medium hover:underline [overflow-wrap:anywhere]"
        >
          {nameOf(record)}
        </Link>
        {detail !== null && (
          <p className={`text-xs [overflow-wrap:anywhere] ${underWay ? "text-ink-muted" : "text-bad"}`}>{detail}</p>
        )}
      </div>
      <OperationStatusBadge operation={record} />
    </li>
  );
}

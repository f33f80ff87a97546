"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/client/trpc.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { MOST_WAITING, waitingQuestion } from "./approval-queries.ts";

/** The number of waiting requests, in the navigation. Nothing if there are none. */
export function WaitingCount() {
  const { workspaceId } = useWorkspace();
  const waiting = useQuery(waitingQuestion(useTRPC(), { workspaceId }));
  const count = waiting.data?.items.length ?? 0;
  if (count === 0) return null;
  return (
    <span className="ml-auto rounded-full bg-warn-soft px-1.5 font-medium text-warn text-xs tabular-nums">
      {count === MOST_WAITING ? "99+" : count}
      <span className="sr-only"> waiting</span>
    </span>
  );
}

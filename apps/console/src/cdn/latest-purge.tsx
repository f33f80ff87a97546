"use client";

import type { CdnPurge } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { isPurgeUnderWay } from "./distribution-words.ts";
import { PurgeBadge } from "./purge-columns.tsx";

/** The purge that was just asked for, followed to its end. */
export function LatestPurge({ purge }: { purge: CdnPurge }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const { distribution_id, purge_id } = purge;
  const followed = useQuery({
    ...trpc.cdnPurge.get.queryOptions({ workspace_id: workspaceId, distribution_id, purge_id }),
    initialData: purge,
    refetchInterval: ({ state }) =>
      state.data !== undefined && isPurgeUnderWay(state.data.status) ? refreshEvery(true) : false,
  });
  return (
    <p role="status" className="flex items-center gap-2">
      {followed.data.everything
        ? "Everything"
        : followed.data.paths.length === 1
          ? "1 path"
          : `${followed.data.paths.length} paths`}
      <PurgeBadge purge={followed.data} />
    </p>
  );
}

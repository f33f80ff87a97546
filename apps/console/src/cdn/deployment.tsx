"use client";

import type { CdnDeployment, CdnDistribution } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, LoaderCircle } from "lucide-react";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { DateTime } from "@/components/date-time.tsx";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { distributionInputs } from "./distribution-queries.ts";

/** How far the edge has followed the settings, as it happens. */
export function Deployment({ distribution }: { distribution: CdnDistribution }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const query = useQuery({
    ...trpc.cdnDeployment.get.queryOptions(distributionInputs(workspaceId, distribution.id).distribution),
    refetchInterval: ({ state }) =>
      refreshEvery(distribution.status === "deploying" || (state.data?.pending_changes ?? false)),
  });
  return (
    <section aria-label="Deployment" className="rounded-lg border border-line bg-surface p-5 shadow-card">
      <h2 className="font-semibold">Deployment</h2>
      <Loaded query={query} skeleton={<BlockSkeleton className="mt-2 h-10" />}>
        {(deployment) => <Progress deployment={deployment} />}
      </Loaded>
    </section>
  );
}

function Progress({ deployment }: { deployment: CdnDeployment }) {
  const { pending_changes, deployed_at, failed_attempts, next_attempt_at, error_message } = deployment;
  return (
    <div className="mt-2 space-y-2">
      <p className="flex items-center gap-2" role="status">
        {error_message !== null ? (
          <CircleAlert className="size-4 shrink-0 text-bad" aria-hidden />
        ) : pending_changes ? (
          <LoaderCircle className="size-4 shrink-0 animate-spin text-busy" aria-hidden />
        ) : (
          <CircleCheck className="size-4 shrink-0 text-good" aria-hidden />
        )}
        {pending_changes
          ? "The edge does not serve by the latest settings yet."
          : deployed_at === null
            ? "The edge does not serve this distribution."
            : "The edge serves by the latest settings."}
      </p>
      {error_message !== null && (
        <p role="alert" className="text-bad">
          {error_message}
          {failed_attempts > 0 && ` Tried ${failed_attempts === 1 ? "once" : `${failed_attempts} times`} so far.`}
        </p>
      )}
      <p className="text-ink-muted text-xs">
        {deployed_at !== null && (
          <>
            Last taken over <DateTime iso={deployed_at} />.
          </>
        )}{" "}
        {next_attempt_at !== null && pending_changes && (
          <>
            Next attempt <DateTime iso={next_attempt_at} />.
          </>
        )}
      </p>
    </div>
  );
}

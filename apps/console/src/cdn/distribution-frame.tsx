"use client";

import type { CdnDistribution } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, use } from "react";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { DetailFrame } from "@/components/detail-frame.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { DistributionBadge } from "./distribution-labels.tsx";
import { distributionInput } from "./distribution-queries.ts";

const DistributionContext = createContext<CdnDistribution | null>(null);

/** The distribution of this page, kept up to date. */
export function useDistribution(): CdnDistribution {
  const distribution = use(DistributionContext);
  if (distribution === null) throw new Error("this part of the page is not inside a distribution's page");
  return distribution;
}

const LIST = { page: "cdn", label: "CDN" };
const TABS = [
  ["", "Overview"],
  ["metrics", "Metrics"],
  ["domains", "Domains"],
  ["website", "Website"],
  ["purge", "Purge"],
  ["signed-urls", "Signed URLs"],
  ["settings", "Settings"],
] as const;

/** The frame of a distribution's pages: its name, its state and the tabs. */
export function DistributionFrame({ distributionId, children }: { distributionId: string; children: ReactNode }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const query = useQuery({
    ...trpc.cdnDistribution.get.queryOptions(distributionInput(workspaceId, distributionId)),
    refetchInterval: ({ state }) => refreshEvery(state.data?.status === "deploying"),
  });
  return (
    <DetailFrame
      list={LIST}
      id={distributionId}
      kind="Distribution"
      query={query}
      nameOf={({ name }) => name}
      aside={({ status }) => <DistributionBadge status={status} />}
      tabs={TABS}
      read={({ id, name }) => ({ operation: "cdnDistribution.get", input: { distribution_id: id, name } })}
    >
      {(distribution) => <DistributionContext value={distribution}>{children}</DistributionContext>}
    </DetailFrame>
  );
}

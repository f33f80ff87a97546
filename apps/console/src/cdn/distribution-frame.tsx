"use client";

import type { CdnDistribution } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, use } from "react";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { TabLinks } from "@/components/tab-links.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { DistributionBadge } from "./distribution-badge.tsx";
import { distributionInputs } from "./distribution-queries.ts";

const DistributionContext = createContext<CdnDistribution | null>(null);

/** The distribution whose page this is, as it is now. */
export function useDistribution(): CdnDistribution {
  const distribution = use(DistributionContext);
  if (distribution === null) throw new Error("this part of the page is not inside a distribution's page");
  return distribution;
}

const TABS = [
  ["", "Overview"],
  ["domains", "Domains"],
  ["website", "Website"],
  ["purge", "Purge"],
  ["signed-urls", "Signed URLs"],
  ["settings", "Settings"],
] as const;

/** What all pages of a distribution share: its name, its state, and the way to the other pages. */
export function DistributionFrame({ distributionId, children }: { distributionId: string; children: ReactNode }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const query = useQuery({
    ...trpc.cdnDistribution.get.queryOptions(distributionInputs(workspaceId, distributionId).distribution),
    refetchInterval: ({ state }) => refreshEvery(state.data?.status === "deploying"),
  });
  const crumbs = [{ label: "CDN", href: `/workspaces/${workspaceId}/cdn` }] as const;
  if (query.data === undefined) {
    return (
      <>
        <PageHeader crumbs={crumbs} title="Distribution" />
        <Loaded query={query} skeleton={<BlockSkeleton />}>
          {() => null}
        </Loaded>
      </>
    );
  }
  return (
    <DistributionContext value={query.data}>
      <PageHeader crumbs={crumbs} title={query.data.name} aside={<DistributionBadge status={query.data.status} />} />
      <TabLinks label="Distribution" base={`/workspaces/${workspaceId}/cdn/${distributionId}`} tabs={TABS} />
      {children}
    </DistributionContext>
  );
}

"use client";

import { VOLUME_STATES, type Volume } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, use } from "react";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { FactsSkeleton } from "@/components/facts.tsx";
import { Loaded } from "@/components/loaded.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { TabLinks } from "@/components/tab-links.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { VolumeActions } from "./volume-actions.tsx";
import { volumeInputs } from "./volume-queries.ts";
import { VolumeStatusBadge } from "./volume-status-badge.tsx";

const VolumeContext = createContext<Volume | null>(null);

/** The volume whose page this is, as it is now. */
export function useVolume(): Volume {
  const volume = use(VolumeContext);
  if (volume === null) throw new Error("this part of the page is not inside a volume's page");
  return volume;
}

const TABS = [
  ["", "Overview"],
  ["operations", "Operations"],
  ["snapshots", "Snapshots"],
  ["settings", "Settings"],
] as const;

/** What all pages of a volume share: its name, its state, what can be done with it, and the way to the other pages. */
export function VolumeFrame({ volumeId, children }: { volumeId: string; children: ReactNode }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const query = useQuery({
    ...trpc.volume.get.queryOptions(volumeInputs(workspaceId, volumeId).volume),
    refetchInterval: ({ state }) => refreshEvery(state.data !== undefined && VOLUME_STATES[state.data.status].changing),
  });
  const crumbs = [{ label: "Volumes", href: `/workspaces/${workspaceId}/volumes` }] as const;
  if (query.data === undefined) {
    return (
      <>
        <PageHeader crumbs={crumbs} title="Volume" />
        <Loaded query={query} skeleton={<FactsSkeleton />}>
          {() => null}
        </Loaded>
      </>
    );
  }
  return (
    <VolumeContext value={query.data}>
      <PageHeader crumbs={crumbs} title={query.data.name} aside={<VolumeStatusBadge status={query.data.status} />}>
        <VolumeActions volume={query.data} />
      </PageHeader>
      <TabLinks label="Volume" base={`/workspaces/${workspaceId}/volumes/${volumeId}`} tabs={TABS} />
      {children}
    </VolumeContext>
  );
}

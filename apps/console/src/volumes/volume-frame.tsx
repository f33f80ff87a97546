"use client";

import { VOLUME_STATES, type Volume } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, use } from "react";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { DetailFrame } from "@/components/detail-frame.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { VolumeActions } from "./volume-actions.tsx";
import { volumeInput } from "./volume-queries.ts";
import { VolumeStatusBadge } from "./volume-status-badge.tsx";

const VolumeContext = createContext<Volume | null>(null);

/** The volume whose page this is, as it is now. */
export function useVolume(): Volume {
  const volume = use(VolumeContext);
  if (volume === null) throw new Error("this part of the page is not inside a volume's page");
  return volume;
}

const LIST = { page: "volumes", label: "Volumes" };
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
    ...trpc.volume.get.queryOptions(volumeInput(workspaceId, volumeId)),
    refetchInterval: ({ state }) => refreshEvery(state.data !== undefined && VOLUME_STATES[state.data.status].changing),
  });
  return (
    <DetailFrame
      list={LIST}
      id={volumeId}
      kind="Volume"
      query={query}
      nameOf={({ name }) => name}
      aside={({ status }) => <VolumeStatusBadge status={status} />}
      actions={(volume) => <VolumeActions volume={volume} />}
      tabs={TABS}
    >
      {(volume) => <VolumeContext value={volume}>{children}</VolumeContext>}
    </DetailFrame>
  );
}

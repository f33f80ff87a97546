"use client";

import { VOLUME_STATES, type Volume, type VolumeAsked, volumeRefusal } from "@fulmar/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link2, Unlink2 } from "lucide-react";
import { createContext, type ReactNode, use, useState } from "react";
import { refreshEvery } from "@/client/live.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { ConfirmChange } from "@/components/confirm.tsx";
import { DetailFrame } from "@/components/detail-frame.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { VolumeStatusBadge } from "./volume-badges.tsx";
import { type VolumePath, volumeQuestion } from "./volume-queries.ts";

const VolumeContext = createContext<Volume | null>(null);

/** The volume of this page, kept up to date. */
export function useVolume(): Volume {
  const volume = use(VolumeContext);
  if (volume === null) throw new Error("this part of the page is not inside a volume's page");
  return volume;
}

const LIST = { page: "volumes", label: "Volumes" };
const TABS = [
  ["", "Overview"],
  ["metrics", "Metrics"],
  ["operations", "Operations"],
  ["snapshots", "Snapshots"],
  ["settings", "Settings"],
] as const;

/** The frame of a volume's pages: its name, its state, its actions and the tabs. */
export function VolumeFrame({ children, ...path }: VolumePath & { children: ReactNode }) {
  const query = useQuery({
    ...volumeQuestion(useTRPC(), path),
    refetchInterval: ({ state }) => refreshEvery(state.data !== undefined && VOLUME_STATES[state.data.status].changing),
  });
  return (
    <DetailFrame
      list={LIST}
      id={path.volumeId}
      kind="Volume"
      query={query}
      nameOf={({ name }) => name}
      aside={({ status }) => <VolumeStatusBadge status={status} />}
      actions={(volume) => <VolumeActions volume={volume} />}
      tabs={TABS}
      read={({ volume_id, name }) => ({ operation: "volume.get", input: { volume_id, name } })}
    >
      {(volume) => <VolumeContext value={volume}>{children}</VolumeContext>}
    </DetailFrame>
  );
}

const AttachVolume = onDemand(async () => (await import("./attach-volume.tsx")).AttachVolume);

/** Why the role or the state refuses an action on a volume now, or null if it is allowed. */
export function useVolumeRefusal(volume: Volume): (action: VolumeAsked) => string | null {
  const { roleRefusal } = useWorkspace();
  return (action) => roleRefusal("block-storage.write") ?? volumeRefusal(volume.status, action)?.reason ?? null;
}

/** The attach and detach actions, on every page of a volume. */
function VolumeActions({ volume }: { volume: Volume }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [attaching, setAttaching] = useState(false);
  const refusal = useVolumeRefusal(volume);
  const detachment = { workspace_id: workspaceId, volume_id: volume.volume_id };
  return (
    <>
      <Button onClick={() => setAttaching(true)} refusal={refusal("attach")}>
        <Link2 className="size-4" aria-hidden />
        Attach
      </Button>
      <DialogButton
        dialog={(state) => (
          <ConfirmChange
            {...state}
            title={`Detach ${volume.name}?`}
            lead="Unmount it in the VM first: data not written yet is lost. The volume keeps its content."
            action="Detach volume"
            change={trpc.volume.detach}
            input={detachment}
            plan={trpc.changePlan.volume.detach}
            onDone={async () => {
              notify.begun(`Detaching ${volume.name}`, undefined, volume.attached_vm_id ?? volume.volume_id);
              await queryClient.invalidateQueries(trpc.volume.pathFilter());
            }}
          />
        )}
        refusal={refusal("detach")}
      >
        <Unlink2 className="size-4" aria-hidden />
        Detach
      </DialogButton>
      {attaching && <AttachVolume volume={volume} onClose={() => setAttaching(false)} />}
    </>
  );
}

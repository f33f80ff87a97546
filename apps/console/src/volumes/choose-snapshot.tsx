"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { wholeInput } from "@/client/list.ts";
import { useTRPC } from "@/client/trpc.ts";
import { SelectField } from "@/components/field.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { gigabytes } from "@/vms/plan.ts";

/** Selects a volume, then one of its successful snapshots. The choice becomes the page's address. */
export function ChooseSnapshot({ onClose }: { onClose: () => void }) {
  const { workspaceId } = useWorkspace();
  const router = useRouter();
  const trpc = useTRPC();
  const [volumeId, setVolumeId] = useState("");
  const [snapshotId, setSnapshotId] = useState("");
  const volumes = useQuery(trpc.volume.list.queryOptions(wholeInput(workspaceId)));
  const snapshots = useQuery({
    ...trpc.volumeSnapshot.list.queryOptions({
      ...wholeInput(workspaceId),
      volume_id: volumeId,
      status: "succeeded",
    }),
    enabled: volumeId !== "",
  });
  const none = snapshots.data?.items.length === 0;
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Start from a snapshot"
      lead="The new volume is a copy of the snapshot. Each can be deleted without the other."
      action="Use snapshot"
      busy={false}
      error={volumes.error ?? snapshots.error}
      refusal={snapshotId === "" ? "Choose a volume and one of its snapshots." : null}
      onSubmit={(event) => {
        event.preventDefault();
        router.replace(`/workspaces/${workspaceId}/volumes/new?volume_id=${volumeId}&snapshot_id=${snapshotId}`);
        onClose();
      }}
    >
      <SelectField
        label="Volume"
        value={volumeId}
        onChange={(event) => {
          setVolumeId(event.currentTarget.value);
          setSnapshotId("");
        }}
      >
        <option value="">Choose a volume</option>
        {volumes.data?.items.map((volume) => (
          <option key={volume.volume_id} value={volume.volume_id}>
            {volume.name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Snapshot"
        hint={none ? "This volume has no successful snapshot." : undefined}
        value={snapshotId}
        onChange={(event) => setSnapshotId(event.currentTarget.value)}
      >
        <option value="">Choose a snapshot</option>
        {snapshots.data?.items.map((snapshot) => (
          <option key={snapshot.snapshot_id} value={snapshot.snapshot_id}>
            {snapshot.name} · {gigabytes(snapshot.size_gb)}
          </option>
        ))}
      </SelectField>
    </FormDialog>
  );
}

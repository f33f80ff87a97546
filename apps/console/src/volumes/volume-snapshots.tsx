"use client";

import type { Volume, VolumeSnapshot } from "@fulmar/contract";
import { useQueryClient } from "@tanstack/react-query";
import { Camera } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { defineForm, rawText, useForm } from "@/client/form.ts";
import { formatBytes } from "@/client/format.ts";
import { useTRPC } from "@/client/trpc.ts";
import { useList } from "@/client/use-list.ts";
import { Button } from "@/components/button.tsx";
import { Copyable } from "@/components/copyable.tsx";
import { columnsOf, DataTable, hiddenTitle } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { DeleteAction } from "@/components/delete-action.tsx";
import { Section } from "@/components/facts.tsx";
import { TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { type ListedKind, ResourceList } from "@/components/resource-list.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { gigabytes } from "@/vms/plan.ts";
import { SnapshotStatusBadge } from "./volume-badges.tsx";
import { useVolume, useVolumeRefusal } from "./volume-frame.tsx";
import { isUnderWay, type VolumePath, volumeSnapshotList } from "./volume-queries.ts";

const SNAPSHOTS: ListedKind = {
  one: "snapshot",
  many: "snapshots",
  icon: Camera,
  purpose:
    "Take one before a risky change: a new volume can be created from it at any time. The volume may stay " +
    "attached meanwhile.",
};

/** The snapshots of a volume: take one, create a volume from one, or delete one. */
export function VolumeSnapshots(path: VolumePath) {
  const volume = useVolume();
  const list = useList(volumeSnapshotList, path);
  const [creating, setCreating] = useState(false);
  const refusal = useVolumeRefusal(volume);
  const underWay = list.query.data?.items.some(({ status }) => isUnderWay(status))
    ? "A snapshot is being taken; wait until it has finished."
    : null;
  const take = (
    <Button look="primary" onClick={() => setCreating(true)} refusal={refusal("snapshot") ?? underWay}>
      <Camera className="size-4" aria-hidden />
      Take a snapshot
    </Button>
  );
  return (
    <Section
      title="Snapshots"
      lead="The content of the volume at one moment. A new volume can be created from a snapshot."
      actions={take}
    >
      <ResourceList kind={SNAPSHOTS} list={list} query={list.query} pages={list.pages}>
        {(items) => (
          <DataTable
            label="List of snapshots"
            columns={columns}
            rows={items}
            keyOf={({ snapshot_id }) => snapshot_id}
          />
        )}
      </ResourceList>
      <CreateSnapshot volume={volume} open={creating} onClose={() => setCreating(false)} />
    </Section>
  );
}

const column = columnsOf<VolumeSnapshot>();

const columns = [
  column("name", "Name", (snapshot) => (
    <div className="min-w-36 py-2">
      <span className="font-medium [overflow-wrap:anywhere]">{snapshot.name}</span>
      <div className="leading-4">
        <Copyable text={snapshot.snapshot_id} label="snapshot id" />
      </div>
    </div>
  )),
  column("status", "Status", (snapshot) => (
    <>
      <SnapshotStatusBadge status={snapshot.status} />
      {snapshot.error_message !== null && <p className="mt-1 text-bad text-xs">{snapshot.error_message}</p>}
    </>
  )),
  column("size", "Size", (snapshot) => (
    <span className="whitespace-nowrap tabular-nums">
      {gigabytes(snapshot.size_gb)}
      {snapshot.stored_bytes !== null && (
        <span className="block text-ink-subtle text-xs">uses {formatBytes(snapshot.stored_bytes)}</span>
      )}
    </span>
  )),
  column("created", "Taken", (snapshot) => <DateTime iso={snapshot.created_at} />),
  column("actions", hiddenTitle("Actions"), (snapshot) => <SnapshotActions snapshot={snapshot} />),
];

function SnapshotActions({ snapshot }: { snapshot: VolumeSnapshot }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const router = useRouter();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { name, volume_id, snapshot_id } = snapshot;
  const refusal = roleRefusal("block-storage.write");
  const notReady =
    snapshot.status === "succeeded"
      ? null
      : `The snapshot is ${snapshot.status}; a volume can only be created from a successful one.`;
  const underWay = isUnderWay(snapshot.status)
    ? `The snapshot is ${snapshot.status}; wait until it has succeeded or failed.`
    : null;
  return (
    <DeleteAction
      deletion={trpc.volumeSnapshot.delete}
      input={{ workspace_id: workspaceId, volume_id, snapshot_id }}
      plan={trpc.changePlan.volumeSnapshot.delete}
      onDeleted={() => {
        notify.done(`Deleted the snapshot ${name}`);
        return queryClient.invalidateQueries(trpc.volumeSnapshot.pathFilter());
      }}
      what="snapshot"
      name={name}
      title={`Delete the snapshot ${name}?`}
      lead="Its content is lost. Volumes created from it are copies and stay. This cannot be undone."
      typed
      refusal={refusal ?? underWay}
      row={name}
      others={[
        {
          label: "New volume",
          refusal: refusal ?? notReady,
          onSelect: () =>
            router.push(`/workspaces/${workspaceId}/volumes/new?volume_id=${volume_id}&snapshot_id=${snapshot_id}`),
        },
      ]}
    />
  );
}

const createSnapshot = defineForm(async () => (await import("@fulmar/contract/block-storage")).CreateVolumeSnapshot, {
  name: rawText(),
});

function CreateSnapshot({ volume, open, onClose }: { volume: Volume; open: boolean; onClose: () => void }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const form = useForm(createSnapshot);
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title={`Take a snapshot of ${volume.name}`}
      lead={
        <>
          It contains the volume's current content. For consistent files, flush them to disk in the VM first, or stop
          the VM.
        </>
      }
      action="Take snapshot"
      form={form}
      change={trpc.volumeSnapshot.create}
      inputOf={(body) => ({ workspace_id: workspaceId, volume_id: volume.volume_id, ...body })}
      onDone={async ({ name }) => {
        notify.begun(`Taking the snapshot ${name}`, undefined, volume.volume_id);
        form.reset();
        await queryClient.invalidateQueries(trpc.volumeSnapshot.pathFilter());
      }}
    >
      <TextField label="Name" autoFocus autoComplete="off" {...form.field("name")} />
    </ChangeDialog>
  );
}

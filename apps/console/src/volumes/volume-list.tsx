"use client";

import type { Volume } from "@fulmar/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { HardDrive, Trash2 } from "lucide-react";
import { type Dispatch, type SetStateAction, useState } from "react";
import type { WorkspacePath } from "@/client/list.ts";
import { planOf } from "@/client/plan-question.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { useListChoice } from "@/client/use-list.ts";
import { Button } from "@/components/button.tsx";
import { Confirm } from "@/components/confirm.tsx";
import { columnsOf, hiddenTitle } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { ListPage } from "@/components/list-page.tsx";
import { NameCell } from "@/components/name-cell.tsx";
import { MonthlyCost } from "@/components/price-note.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { SiteName, useSiteChoices } from "@/components/sites.tsx";
import { notify } from "@/components/toast-store.ts";
import { KeptActions } from "@/deletion/kept-actions.tsx";
import { useDeletionWindow } from "@/deletion/use-deletion-window.ts";
import { useName } from "@/shell/use-names.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { gigabytes } from "@/vms/plan.ts";
import { ForceOption, TYPE_NAME, VmName, VolumeStatusBadge } from "./volume-badges.tsx";
import { volumeList } from "./volume-queries.ts";

const VOLUMES: ListedKind = {
  one: "volume",
  many: "volumes",
  icon: HardDrive,
  purpose:
    "A volume is a separate disk. Attach it to a VM, move it to another one, take snapshots of it; it stays when " +
    "the VM is deleted.",
  next: { page: "volumes/new", words: "Create a volume" },
  hint: "Search for another part of the name, or choose another status or site.",
};

const column = columnsOf<Volume>();
const columns = [
  column("name", "Name", ({ volume_id, name, deletion_protection }) => (
    <NameCell page="volumes" id={volume_id} name={name} isProtected={deletion_protection} />
  )),
  column("status", "Status", (volume) => <VolumeStatusBadge status={volume.status} />),
  column("size", "Size", (volume) => (
    <span className="whitespace-nowrap tabular-nums">
      {gigabytes(volume.size_gb)} <span className="text-ink-subtle">{TYPE_NAME[volume.type]}</span>
    </span>
  )),
  column("attached", "Attached to", (volume) => <Attachment volume={volume} />),
  column("site", "Site", (volume) => <SiteName siteId={volume.site_id} />),
  column("cost", "Cost a month", (volume) => <MonthlyCost price={volume.monthly_price} />),
  column("created", "Created", (volume) => <DateTime iso={volume.created_at} />),
];

export function VolumeListPage(path: WorkspacePath) {
  const { choice } = useListChoice(volumeList);
  const deleted = choice.deleted !== undefined;
  return (
    <ListPage
      list={volumeList}
      path={path}
      title="Volumes"
      lead="Disks that outlive the VMs they are attached to."
      kind={VOLUMES}
      newLabel="New volume"
      scope="block-storage.write"
      filters={{
        status: ["Status", (status) => status.replace("-", " ")],
        site_id: ["Site", useSiteChoices()],
        deleted: ["State", () => "deleted, can be restored"],
      }}
      // Also above an empty list, because its filter finds deleted volumes that can be restored.
      toolbar="always"
      columns={deleted ? keptVolumeColumns : columns}
      {...(!deleted && { columnsKeptAs: "volumes" })}
      sortedBy={{ name: "name", size: "size_gb", site: "site_id", cost: "monthly_price", created: "created_at" }}
      keyOf={({ volume_id }) => volume_id}
      {...(!deleted && {
        bulk: {
          nameOf: ({ name }: Volume) => name,
          actions: (marked: readonly Volume[], mark: Dispatch<SetStateAction<ReadonlySet<string>>>) => (
            <DeleteVolumes volumes={marked} onDone={mark} />
          ),
        },
      })}
    />
  );
}

function Attachment({ volume: { attached_vm_id, device_path } }: { volume: Volume }) {
  const vm = useName(attached_vm_id);
  if (vm === null) return <span className="text-ink-subtle">no VM</span>;
  return (
    <span className="whitespace-nowrap">
      <VmName {...vm} />
      {device_path !== null && <span className="ml-2 text-ink-subtle text-xs">{device_path}</span>}
    </span>
  );
}

interface Refused {
  readonly volume: Volume;
  readonly error: unknown;
}

/**
 * Deletes volumes one after another. A refusal does not stop the others.
 * @param onDone gets the ids of the volumes that were not deleted
 */
function DeleteVolumes({
  volumes,
  onDone,
}: {
  volumes: readonly Volume[];
  onDone: (left: ReadonlySet<string>) => void;
}) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const [force, setForce] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const keptFor = useDeletionWindow();
  const remove = useMutation(trpc.volume.delete.mutationOptions());
  const removals = volumes.map(({ volume_id, name }) => ({
    name,
    input: { workspace_id: workspaceId, volume_id, force },
  }));
  const count = volumes.length === 1 ? "1 volume" : `${volumes.length} volumes`;

  const removeAll = async () => {
    setBusy(true);
    const failures: Refused[] = [];
    for (const volume of volumes) {
      try {
        await remove.mutateAsync({ workspace_id: workspaceId, volume_id: volume.volume_id, force });
      } catch (error) {
        failures.push({ volume, error });
      }
    }
    setBusy(false);
    setRefused(failures);
    const deleted = volumes.length - failures.length;
    if (deleted > 0) notify.done(deleted === 1 ? "Deleted 1 volume" : `Deleted ${deleted} volumes`);
    if (failures.length === 0) setOpen(false);
    onDone(new Set(failures.map(({ volume }) => volume.volume_id)));
    await queryClient.invalidateQueries(trpc.volume.pathFilter());
  };

  return (
    <>
      <Button
        look="remove"
        onClick={() => {
          setRefused([]);
          setForce(false);
          setOpen(true);
        }}
      >
        <Trash2 className="size-4" aria-hidden />
        Delete
      </Button>
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title={`Delete ${count}?`}
        lead={
          keptFor === null
            ? "Their data is lost. This cannot be undone."
            : `They can be restored for ${keptFor}; their storage is charged until then.`
        }
        action={`Delete ${count}`}
        typeName={count}
        plan={
          refused.length > 0
            ? null
            : removals.map(({ name, input }) => planOf(trpc.changePlan.volume.delete, input, name))
        }
        busy={busy}
        error={null}
        onConfirm={() => void removeAll()}
      >
        {refused.map(({ volume, error }) => {
          const problem = problemOf(error);
          return (
            <ProblemNotice
              key={volume.volume_id}
              problem={{ ...problem, detail: `${volume.name}: ${problem.detail}` }}
            />
          );
        })}
        <ul aria-label="Volumes to delete" className="max-h-40 list-disc overflow-y-auto pl-5">
          {volumes.map(({ volume_id, name, size_gb }) => (
            <li key={volume_id} className="[overflow-wrap:anywhere]">
              {name} <span className="text-ink-muted">({gigabytes(size_gb)})</span>
            </li>
          ))}
        </ul>
        <ForceOption checked={force} onChange={setForce} />
      </Confirm>
    </>
  );
}

/** The columns of deleted volumes that can be restored. */
const keptVolumeColumns = [
  column("name", "Name", (volume) => <span className="font-medium">{volume.name}</span>),
  column("size", "Size", (volume) => <span className="tabular-nums">{volume.size_gb.toLocaleString("en-US")} GB</span>),
  column(
    "restorable",
    "Can be restored until",
    (volume) => volume.restorable_until !== null && <DateTime iso={volume.restorable_until} />,
  ),
  column("actions", hiddenTitle("Actions"), (volume) => <KeptVolumeActions volume={volume} />),
];

function KeptVolumeActions({ volume: { volume_id, name } }: { volume: Volume }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const target = { workspace_id: workspaceId, volume_id };
  return (
    <KeptActions
      what="volume"
      name={name}
      refusal={roleRefusal("block-storage.write")}
      restored={`Restored ${name}`}
      input={target}
      restore={trpc.volume.restore}
      purge={trpc.volume.purge}
      plan={trpc.changePlan.volume.purge}
    />
  );
}

"use client";

import type { BackupCopy } from "@fulmar/contract";
import { CopyCheck } from "lucide-react";
import { formatBytes } from "@/client/format.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { Copyable } from "@/components/copyable.tsx";
import { columnsOf, hiddenTitle } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { RowMenu } from "@/components/row-menu.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { gigabytes } from "@/vms/plan.ts";
import { DestinationLink } from "./destination-link.tsx";
import { CopyState } from "./destination-state.tsx";

const CreateVmOfCopy = onDemand(async () => (await import("./create-vm-of-copy.tsx")).CreateVmOfCopy);

export const COPIES: ListedKind = {
  one: "copy",
  many: "copies",
  icon: CopyCheck,
  purpose: "A backup is copied when it has ended, if the policy of its VM names a destination.",
  hint: "Show the copies of every status.",
};

const column = columnsOf<BackupCopy>();

const destination = column("destination", "Destination", ({ destination_id, destination_name }) => (
  <DestinationLink id={destination_id} name={destination_name} />
));

export const copyColumns = [
  column("vm", "VM", ({ vm_name, copy_id, own }) => (
    <div className="min-w-40 py-2">
      <span className="font-medium [overflow-wrap:anywhere]">{vm_name}</span>
      {!own && <p className="text-ink-muted text-xs">found in the bucket</p>}
      <div className="leading-4">
        <Copyable text={copy_id} label="copy id" />
      </div>
    </div>
  )),
  column("taken", "Backup of", ({ taken_at }) => <DateTime iso={taken_at} />),
  column("status", "Status", (copy) => <CopyState copy={copy} />),
  destination,
  column("disks", "Disks", ({ disk_gb, volumes }) =>
    disk_gb === null ? null : (
      <div className="min-w-28 py-2">
        {gigabytes(disk_gb)} root
        {volumes.map(({ name, size_gb }) => (
          <p key={name} className="text-ink-muted text-xs [overflow-wrap:anywhere]">
            {name}, {gigabytes(size_gb)}
          </p>
        ))}
      </div>
    ),
  ),
  column("size", "Stored", (copy) => <Stored {...copy} />),
  column("copied", "Copied", ({ copied_at }) => (copied_at === null ? null : <DateTime iso={copied_at} />)),
  column("actions", hiddenTitle("Actions"), (copy) => <CopyActions copy={copy} />),
];

/** On the page of a destination, each copy is at this one. */
export const destinationCopyColumns = copyColumns.filter((each) => each !== destination);

/** What the copy needs in the bucket, and what of it no earlier copy had written. */
function Stored({ size_bytes, new_bytes }: BackupCopy) {
  if (size_bytes === null || new_bytes === null) return null;
  return (
    <div className="whitespace-nowrap">
      {formatBytes(size_bytes)}
      {new_bytes < size_bytes && <p className="text-ink-muted text-xs">{formatBytes(new_bytes)} of it new</p>}
    </div>
  );
}

function CopyActions({ copy }: { copy: BackupCopy }) {
  const { roleRefusal } = useWorkspace();
  const incomplete = copy.status === "copied" ? null : "The copy is not complete.";
  return (
    <RowMenu
      name={`copy ${copy.copy_id}`}
      actions={[
        {
          label: "Create a VM",
          refusal: roleRefusal("vm.write") ?? incomplete,
          dialog: (state) => <CreateVmOfCopy copy={copy} {...state} />,
        },
      ]}
    />
  );
}

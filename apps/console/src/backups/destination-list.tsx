"use client";

import type { BackupDestination } from "@fulmar/contract";
import { CloudUpload } from "lucide-react";
import type { WorkspacePath } from "@/client/list.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { columnsOf, hiddenTitle } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { ListTable } from "@/components/list-page.tsx";
import { NameCell } from "@/components/name-cell.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { DeleteDestination } from "./destination-actions.tsx";
import { destinationList } from "./destination-queries.ts";
import { DestinationState, placeOf, retentionOf } from "./destination-state.tsx";

const AddDestination = onDemand(async () => (await import("./add-destination.tsx")).AddDestination);

const DESTINATIONS: ListedKind = {
  one: "destination",
  many: "destinations",
  icon: CloudUpload,
  purpose: "A destination is a bucket at any S3. Backups whose policy names it are copied there, encrypted.",
};

const column = columnsOf<BackupDestination>();

const columns = [
  column("name", "Name", ({ destination_id, name }) => (
    <NameCell page="backups/destinations" id={destination_id} name={name} idLabel="destination id" />
  )),
  column("status", "Status", (destination) => <DestinationState destination={destination} />),
  column("bucket", "Bucket", (destination) => (
    <div className="max-w-64 py-2 [overflow-wrap:anywhere]">
      {placeOf(destination)}
      <p className="text-ink-muted text-xs">{destination.endpoint}</p>
    </div>
  )),
  column("keeps", "Keeps", (destination) => <span className="block min-w-28">{retentionOf(destination)}</span>),
  column("checked", "Last used", ({ checked_at }) =>
    checked_at === null ? <span className="text-ink-subtle">never</span> : <DateTime iso={checked_at} />,
  ),
  column("actions", hiddenTitle("Actions"), (destination) => <DeleteDestination destination={destination} inRow />),
];

export function DestinationListPage(path: WorkspacePath) {
  const { workspaceId, roleRefusal } = useWorkspace();
  return (
    <>
      <PageHeader
        crumbs={[{ label: "Backups", href: workspaceHref(workspaceId, "backups") }]}
        title="Destinations"
        lead="Buckets at any S3 that keep encrypted copies of backups, whatever becomes of a VM or its site."
      >
        <DialogButton
          look="primary"
          command="Add a backup destination"
          refusal={roleRefusal("vm.write")}
          dialog={(state) => <AddDestination {...state} />}
        >
          Add destination
        </DialogButton>
      </PageHeader>
      <ListTable
        list={destinationList}
        path={path}
        kind={DESTINATIONS}
        label="Destinations"
        columns={columns}
        keyOf={({ destination_id }) => destination_id}
      />
    </>
  );
}

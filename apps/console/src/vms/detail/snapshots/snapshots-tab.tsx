"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Camera, Disc3 } from "lucide-react";
import { refreshEvery } from "@/client/live.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { useListChoice, usePages } from "@/client/use-list.ts";
import { DataTable } from "@/components/data-table.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { Section } from "@/components/facts.tsx";
import { ListToolbar } from "@/components/list-toolbar.tsx";
import { type ListedKind, ResourceList } from "@/components/resource-list.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { isUnderWay } from "../capture-status-badge.tsx";
import { SNAPSHOTS, snapshotsInput, snapshotsPage } from "../tab-queries.ts";
import { useVm } from "../vm-place.tsx";
import { snapshotColumns } from "./snapshot-columns.tsx";

const MakeImage = onDemand(async () => (await import("@/images/make-image.tsx")).MakeImage);
const TakeSnapshot = onDemand(async () => (await import("./take-snapshot.tsx")).TakeSnapshot);

export function SnapshotsTab() {
  const { vm, refusal } = useVm();
  return (
    <Section
      title="Snapshots"
      lead={
        <>
          The content of the volumes at one moment. Taking a snapshot does not stop the VM. Snapshots are deleted with
          the VM, unless you keep them.
        </>
      }
      actions={
        <>
          <DialogButton
            refusal={refusal("snapshot")}
            dialog={(state) => <MakeImage origin={{ vm_id: vm.id }} vmId={vm.id} of={vm.name} {...state} />}
          >
            <Disc3 className="size-4" aria-hidden />
            Make an image
          </DialogButton>
          <DialogButton look="primary" refusal={refusal("snapshot")} dialog={(state) => <TakeSnapshot {...state} />}>
            <Camera className="size-4" aria-hidden />
            Take a snapshot
          </DialogButton>
        </>
      }
    >
      <SnapshotList />
    </Section>
  );
}

const TAKEN: ListedKind = {
  one: "snapshot",
  many: "snapshots",
  icon: Camera,
  purpose: "Take a snapshot before something risky, such as an upgrade: the VM can be restored to it.",
  hint: "Search for another part of the name or description.",
};

function SnapshotList() {
  const { workspaceId } = useWorkspace();
  const { vm, procedures } = useVm();
  const list = useListChoice(SNAPSHOTS);
  const pages = usePages(list.key);
  const query = useQuery({
    ...procedures.snapshot.list.queryOptions(snapshotsInput(workspaceId, vm.id, list.choice, pages.cursor)),
    select: (found) => snapshotsPage(found, pages.cursor),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      refreshEvery(vm.operation_id !== null || (data?.snapshots.some(({ status }) => isUnderWay(status)) ?? false)),
  });
  const total = query.data?.total ?? 0;
  return (
    <ResourceList
      kind={TAKEN}
      list={list}
      query={query}
      pages={pages}
      toolbar={
        <ListToolbar
          search={list.choice.search ?? ""}
          searchLabel="Search by name or description"
          onChoose={list.choose}
        />
      }
    >
      {(items) => (
        <>
          <DataTable
            label="Snapshots taken"
            columns={snapshotColumns}
            rows={items}
            keyOf={(snapshot) => snapshot.snapshot_set_id}
          />
          <p className="mt-3 text-ink-muted text-xs">{total === 1 ? "1 snapshot" : `${total} snapshots`}</p>
        </>
      )}
    </ResourceList>
  );
}

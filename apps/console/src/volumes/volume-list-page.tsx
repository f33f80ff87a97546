"use client";

import { VOLUME_STATES, type Volume } from "@fulmar/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { HardDrive, Plus } from "lucide-react";
import { useState } from "react";
import { listPage } from "@/client/list-address.ts";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { useListChoice } from "@/client/use-list-choice.ts";
import { BulkBar } from "@/components/bulk-bar.tsx";
import { ButtonLink } from "@/components/button.tsx";
import { ColumnChoice, useHiddenColumns } from "@/components/column-choice.tsx";
import { DataTable, type TableSelection } from "@/components/data-table.tsx";
import { ListToolbar } from "@/components/list-toolbar.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { usePages } from "@/components/pager.tsx";
import { type ListedKind, ResourceList } from "@/components/resource-list.tsx";
import { useNames } from "@/shell/use-names.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { DeleteVolumes } from "./delete-volumes.tsx";
import { VOLUME_COLUMN_TITLES, volumeColumns } from "./volume-columns.tsx";
import { VOLUME_LIST } from "./volume-list-query.ts";

const VOLUMES: ListedKind = {
  one: "volume",
  many: "volumes",
  icon: HardDrive,
  purpose:
    "A volume is a disk of its own. Attach it to a VM, move it to another one, take snapshots of it; it stays when the VM is deleted.",
  next: { page: "volumes/new", words: "Create a volume" },
  hint: "Search for another part of the name, or choose another status.",
};

const NONE: ReadonlySet<string> = new Set();

export function VolumeListPage() {
  const { workspaceId, roleRefusal } = useWorkspace();
  return (
    <>
      <PageHeader title="Volumes" lead="Disks that outlive the VMs they are attached to.">
        <ButtonLink
          href={`/workspaces/${workspaceId}/volumes/new`}
          look="primary"
          refusal={roleRefusal("block-storage.write")}
        >
          <Plus className="size-4" aria-hidden />
          New volume
        </ButtonLink>
      </PageHeader>
      <VolumeTable />
    </>
  );
}

function VolumeTable() {
  const columns = useHiddenColumns("volumes");
  const list = useListChoice(VOLUME_LIST);
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const pages = usePages(list.key);
  const [chosen, setChosen] = useState(NONE);
  const query = useQuery({
    ...trpc.volume.list.queryOptions(listPage(workspaceId, list.choice, pages.cursor)),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      refreshEvery(state.data?.items.some(({ status }) => VOLUME_STATES[status].changing) ?? false),
  });
  const nameOf = useNames(query.data?.items.map(({ attached_vm_id }) => attached_vm_id) ?? []);
  const refusal = roleRefusal("block-storage.write");
  const selection: TableSelection<Volume> = { chosen, onChoose: setChosen, nameOf: ({ name }) => name };
  return (
    <ResourceList
      kind={VOLUMES}
      list={list}
      query={query}
      pages={pages}
      refusal={refusal}
      toolbar={
        <ListToolbar
          search={list.choice.search ?? ""}
          filters={[
            {
              name: "status",
              label: "Status",
              value: list.choice.status ?? "",
              options: VOLUME_LIST.filters.status.map((status) => [status, status.replace("-", " ")]),
            },
          ]}
          onChoose={list.choose}
        >
          <ColumnChoice columns={VOLUME_COLUMN_TITLES} hidden={columns.hidden} onShow={columns.show} />
        </ListToolbar>
      }
    >
      {(items) => {
        const marked = items.filter(({ volume_id }) => chosen.has(volume_id));
        return (
          <>
            <BulkBar count={marked.length} onClear={() => setChosen(NONE)}>
              <DeleteVolumes volumes={marked} onDone={setChosen} />
            </BulkBar>
            <DataTable
              label="Volumes"
              columns={volumeColumns}
              rows={items.map((volume) => ({
                ...volume,
                workspaceId,
                vm: volume.attached_vm_id === null ? null : nameOf(volume.attached_vm_id),
              }))}
              keyOf={({ volume_id }) => volume_id}
              hidden={columns.hidden}
              sort={{
                by: list.choice.sort ?? "-created_at",
                fields: { name: "name", created: "created_at" },
                onSort: (sort) => list.choose({ sort }),
              }}
              {...(refusal === null && { selection })}
            />
          </>
        );
      }}
    </ResourceList>
  );
}

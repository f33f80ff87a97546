"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Archive } from "lucide-react";
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
import { useVm } from "../vm-place.tsx";
import { BACKUPS, backupsInput } from "../vm-queries.ts";
import { backupColumns } from "./backup-columns.tsx";
import { PolicySection } from "./policy-section.tsx";

/** The VM's backups and its backup policy. */
export function BackupsTab() {
  return (
    <div className="space-y-8">
      <PolicySection />
      <BackupSection />
    </div>
  );
}

const BackUpNow = onDemand(async () => (await import("./back-up-now.tsx")).BackUpNow);
const TAKEN: ListedKind = {
  one: "backup",
  many: "backups",
  icon: Archive,
  purpose: "A backup can be run at any time, with or without a policy. The first one is full.",
  hint: "None of the VM's backups is of this type and status.",
};
const OPTIONS = {
  status: BACKUPS.filters.status.map((status) => [status, status] as const),
  type: BACKUPS.filters.type.map((type) => [type, type] as const),
};

/** The VM's backups, newest first: each one's parent and its actions. */
function BackupSection() {
  const { refusal } = useVm();
  return (
    <Section
      title="Backups"
      lead="Copies of the root disk and all attached volumes. They are deleted with the VM."
      actions={
        <DialogButton refusal={refusal("backup")} dialog={(state) => <BackUpNow {...state} />}>
          Back up now
        </DialogButton>
      }
    >
      <BackupList />
    </Section>
  );
}

function BackupList() {
  const { workspaceId } = useWorkspace();
  const { vm, procedures } = useVm();
  const list = useListChoice(BACKUPS);
  const pages = usePages(list.key);
  const query = useQuery({
    ...procedures.backup.list.queryOptions(backupsInput(workspaceId, vm.id, list.choice, pages.cursor)),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      refreshEvery(vm.operation_id !== null || (data?.items.some(({ status }) => isUnderWay(status)) ?? false)),
  });
  return (
    <ResourceList
      kind={TAKEN}
      list={list}
      query={query}
      pages={pages}
      toolbar={
        <ListToolbar
          filters={[
            { name: "type", label: "Type", value: list.choice.type ?? "", options: OPTIONS.type },
            { name: "status", label: "Status", value: list.choice.status ?? "", options: OPTIONS.status },
          ]}
          onChoose={list.choose}
        />
      }
    >
      {(items) => (
        <DataTable label="Backups taken" columns={backupColumns} rows={items} keyOf={(backup) => backup.backup_id} />
      )}
    </ResourceList>
  );
}

"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Archive } from "lucide-react";
import { refreshEvery } from "@/client/live.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { useListChoice } from "@/client/use-list-choice.ts";
import { Button } from "@/components/button.tsx";
import { DataTable, TableSkeleton } from "@/components/data-table.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { Section } from "@/components/facts.tsx";
import { ListToolbar } from "@/components/list-toolbar.tsx";
import { Loaded } from "@/components/loaded.tsx";
import { Pager, usePages } from "@/components/pager.tsx";
import { Panel } from "@/components/problem-panel.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { isUnderWay } from "../capture-status-badge.tsx";
import { useVm } from "../vm-place.tsx";
import { backupColumns } from "./backup-columns.tsx";
import { BACKUPS, backupsInput } from "./backups-query.ts";

const BackUpNow = onDemand(async () => (await import("./back-up-now.tsx")).BackUpNow);
const OPTIONS = {
  status: BACKUPS.filters.status.map((status) => [status, status] as const),
  type: BACKUPS.filters.type.map((type) => [type, type] as const),
};

/** The backups of the VM, newest first: what there is, what each is built upon, and what can be done with it. */
export function BackupSection() {
  const { refusal } = useVm();
  const { choice, choose, key, narrowed } = useListChoice(BACKUPS);
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
      <ListToolbar
        filters={[
          { name: "type", label: "Type", value: choice.type ?? "", options: OPTIONS.type },
          { name: "status", label: "Status", value: choice.status ?? "", options: OPTIONS.status },
        ]}
        onChoose={choose}
      />
      <BackupList key={key} onClear={narrowed ? () => choose({ type: "", status: "" }) : undefined} />
    </Section>
  );
}

function BackupList({ onClear }: { onClear: (() => void) | undefined }) {
  const { workspaceId } = useWorkspace();
  const { vm, procedures } = useVm();
  const { choice } = useListChoice(BACKUPS);
  const pages = usePages();
  const query = useQuery({
    ...procedures.backup.list.queryOptions(backupsInput(workspaceId, vm.id, choice, pages.cursor)),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => refreshEvery(vm.operation_id !== null || (data?.items.some(({ status }) => isUnderWay(status)) ?? false)),
  });
  return (
    <Loaded query={query} skeleton={<TableSkeleton rows={3} />}>
      {({ items, nextCursor }) =>
        items.length === 0 && pages.first ? (
          <Panel icon={<Archive className="size-5" aria-hidden />} title={onClear === undefined ? "No backups yet" : "No backup matches"}>
            <p>A backup can be run at any time, with or without a policy. The first one is full.</p>
            {onClear !== undefined && (
              <Button className="mt-5" onClick={onClear}>
                Show all backups
              </Button>
            )}
          </Panel>
        ) : (
          <>
            <DataTable label="Backups taken" columns={backupColumns} rows={items} keyOf={(backup) => backup.backup_id} />
            <Pager pages={pages} nextCursor={nextCursor} />
          </>
        )
      }
    </Loaded>
  );
}

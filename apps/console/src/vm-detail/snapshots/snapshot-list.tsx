"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Camera } from "lucide-react";
import { useState } from "react";
import { refreshEvery } from "@/client/live.ts";
import { Button } from "@/components/button.tsx";
import { DataTable, TableSkeleton } from "@/components/data-table.tsx";
import { Loaded } from "@/components/loaded.tsx";
import { Panel } from "@/components/problem-panel.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { isUnderWay } from "../capture-status-badge.tsx";
import { useVm } from "../vm-place.tsx";
import { snapshotColumns } from "./snapshot-columns.tsx";
import { SNAPSHOTS_PER_PAGE, snapshotsInput } from "./snapshots-query.ts";

export function SnapshotList({ search, onClear }: { search: string | undefined; onClear: (() => void) | undefined }) {
  const { workspaceId } = useWorkspace();
  const { vm, procedures } = useVm();
  const [page, setPage] = useState(0);
  const query = useQuery({
    ...procedures.snapshot.list.queryOptions(snapshotsInput(workspaceId, vm.id, search === undefined ? {} : { search }, page)),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => refreshEvery(vm.operation_id !== null || (data?.snapshots.some(({ status }) => isUnderWay(status)) ?? false)),
  });
  return (
    <Loaded query={query} skeleton={<TableSkeleton rows={3} />}>
      {({ snapshots, total }) =>
        total === 0 ? (
          <Panel icon={<Camera className="size-5" aria-hidden />} title={onClear === undefined ? "No snapshots yet" : "No snapshot matches"}>
            <p>Take a snapshot before something risky, such as an upgrade: the VM can be put back to it.</p>
            {onClear !== undefined && (
              <Button className="mt-5" onClick={onClear}>
                Show all snapshots
              </Button>
            )}
          </Panel>
        ) : (
          <>
            <DataTable label="Snapshots taken" columns={snapshotColumns} rows={snapshots} keyOf={(snapshot) => snapshot.snapshot_set_id} />
            <OffsetPager page={page} shown={snapshots.length} total={total} onPage={setPage} />
          </>
        )
      }
    </Loaded>
  );
}

/** Which part of the whole is shown, and the way to the others; one page needs no way. */
function OffsetPager({ page, shown, total, onPage }: { page: number; shown: number; total: number; onPage: (page: number) => void }) {
  const first = page * SNAPSHOTS_PER_PAGE;
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-2">
      <p className="text-ink-muted text-xs">
        {total === 1 ? "1 snapshot" : total === shown ? `${total} snapshots` : `${first + 1} to ${first + shown} of ${total}`}
      </p>
      {total > SNAPSHOTS_PER_PAGE && (
        <nav aria-label="Pages" className="flex gap-2">
          <Button onClick={() => onPage(page - 1)} refusal={page === 0 ? "These are the newest." : null}>
            Newer
          </Button>
          <Button onClick={() => onPage(page + 1)} refusal={first + shown >= total ? "There are no older ones." : null}>
            Older
          </Button>
        </nav>
      )}
    </div>
  );
}

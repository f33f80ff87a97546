import type { Backup } from "@fulmar/contract";
import { toTimestamp } from "../query/timestamp.ts";
import type { Workspace } from "../request/caller.ts";
import type { BackupRow } from "./backup-repository.ts";
import type { RecoveredVm } from "./snapshot-record.ts";
import { manifestOf, manifestSummary } from "./volume-manifest.ts";

export function toBackup(row: BackupRow, vm: RecoveredVm, workspace: Workspace): Backup {
  const { source_disk_size_gb, data_volumes, artifacts, restored, size_bytes, ...backup } = row;
  return {
    ...backup,
    organization_id: workspace.organizationId,
    workspace_id: String(workspace.id),
    vm_name: vm.name,
    vm_type: vm.type,
    size_bytes: size_bytes === null ? null : Number(size_bytes),
    volume_manifest: manifestOf(row, vm.liveVolumeIds, { type: "backup", chainId: row.chain_id, backupType: row.type }),
    volume_manifest_summary: manifestSummary(row),
    scheduled_for: toTimestamp(row.scheduled_for),
    created_at: toTimestamp(row.created_at),
    started_at: toTimestamp(row.started_at),
    finished_at: toTimestamp(row.finished_at),
    expires_at: toTimestamp(row.expires_at),
  };
}

import { BackupPolicySchedule } from "@fulmar/contract";
import type { RecoveryPort, SiteResource } from "@fulmar/providers";
import { z } from "zod";
import { artifactsOutput, bytesOf, CaptureArtifacts, scheduleOf, slotAfter, volumesOf } from "../recovery/index.ts";
import { type AdoptedRows, ownRow, type Row, withoutRecord } from "./adopted-rows.ts";
import type { SiteView } from "./site-view.ts";

const Captured = z.object({
  vm_id: z.string(),
  source_disk_size_gb: z.int(),
  data_volumes: z.array(
    z.object({ volume_id: z.string(), name: z.string(), size_gb: z.int(), device_path: z.string().nullable() }),
  ),
  created_at: z.coerce.date(),
  parent_backup_id: z.string().nullable().default(null),
});

const Policy = BackupPolicySchedule.extend({
  vm_id: z.string(),
  enabled: z.boolean(),
  retention_days: z.int(),
}).strip();

const DAY_MS = 86_400_000;

/**
 * The rows of a snapshot or backup. Asks the provider to capture again: it returns the copies that it has and captures
 * nothing.
 * @throws DomainError 409 without a record; ProviderError
 */
export async function adoptedCopies(
  {
    recovery,
    view,
    provider,
    now,
  }: { readonly recovery: RecoveryPort; readonly view: SiteView; readonly provider: string; readonly now: Date },
  resource: SiteResource,
  signal: AbortSignal,
): Promise<AdoptedRows> {
  const { kind, id, record, madeAt } = resource;
  const row = ownRow(resource);
  if (record === null || row === undefined) throw withoutRecord(kind, id);
  const captured = Captured.parse(row);
  // The copies of a volume were deleted with it.
  const there = new Set(
    (
      await view.describeAll(
        "volume",
        captured.data_volumes.map(({ volume_id }) => volume_id),
      )
    ).map((volume) => volume.id),
  );
  const volumes = volumesOf(captured).filter(({ role, volumeId }) => role === "root" || there.has(volumeId));
  const copies =
    kind === "snapshot"
      ? await recovery.createSnapshot(captured.vm_id, { snapshotId: id, record }, volumes, signal)
      : await recovery.createBackup(
          captured.vm_id,
          { backupId: id, parentBackupId: captured.parent_backup_id, record },
          volumes,
          signal,
        );
  const artifacts = CaptureArtifacts.parse(artifactsOutput(copies));
  const kept = { ...row, status: "succeeded", storage_backend: provider, artifacts };
  if (kind === "snapshot") return { snapshot_set: [{ ...kept, updated_at: now }] };
  const finished_at = madeAt ?? captured.created_at;
  const policies = (record.rows.backup_policy ?? []).map((policy) => policyRow(policy, now));
  const retention = Policy.safeParse(policies[0]).data?.retention_days;
  const expires_at = retention === undefined ? null : new Date(finished_at.getTime() + retention * DAY_MS);
  const backup = {
    ...kept,
    size_bytes: bytesOf(artifacts)?.toString() ?? null,
    started_at: captured.created_at,
    finished_at,
    expires_at,
  };
  return { backup: [backup], backup_policy: policies.map((policy) => ({ ...policy, storage_backend: provider })) };
}

/** A policy continues with its next run. Missed runs are not repeated. */
function policyRow(row: Row, now: Date): Row {
  const policy = Policy.parse(row);
  if (!policy.enabled) return { ...row, next_run_at: null, start_at: null };
  const { at, startAt } = slotAfter(scheduleOf(policy), policy.vm_id, now);
  return { ...row, next_run_at: at, start_at: startAt };
}

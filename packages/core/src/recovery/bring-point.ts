import { type Sql, statement } from "@fulmar/prisma";
import { type CaptureVolume, ProviderError, type RecoveryPort } from "@fulmar/providers";
import type { VmCreateInput } from "../compute/index.ts";
import { parseDataVolumes, volumesOf } from "./captured-volumes.ts";
import type { PointTable } from "./restore.saga.ts";

// Also one that was deleted meanwhile: the worker keeps it until the create has ended.
const capturedIn = (table: PointTable) =>
  `SELECT vm_id, source_disk_size_gb, data_volumes FROM ${table}
    WHERE workspace_id = $workspace_id::bigint AND ${table}_id = $point_id`;

const CAPTURED = {
  snapshot: statement("snapshot_to_bring", capturedIn("snapshot_set")),
  backup: statement("backup_to_bring", capturedIn("backup")),
} as const;

interface Brought {
  readonly workspaceId: bigint;
  /** What the point becomes at the site, and where it is now. */
  readonly backup: NonNullable<VmCreateInput["backup"]>;
}

/**
 * Brings a snapshot or a backup from its site to another one, as a backup there: what one exports, the other imports, a
 * part in memory at a time. What is there already stays. Only the volumes that the new VM gets are brought.
 * @param from the site that has it @param recovery that of the site to bring it to
 * @throws ProviderError
 */
export async function bringPoint(
  from: { readonly sql: Sql; readonly recovery: RecoveryPort },
  recovery: RecoveryPort,
  { workspaceId, backup: { backup_id: backupId, vm_id: vmId, brought, volumes = {} } }: Brought,
  signal: AbortSignal,
): Promise<void> {
  if (brought === undefined) throw new Error("what is brought has a site");
  const { kind, id } = brought;
  const row = await from.sql.maybe(CAPTURED[kind], { workspace_id: workspaceId, point_id: id });
  if (row === undefined)
    throw new ProviderError(`${kind}_not_found`, `The ${kind} is no longer there; choose another one.`, {
      retryable: false,
    });
  const wanted = new Set(Object.values(volumes));
  const captured = volumesOf(parseDataVolumes(row)).filter(
    ({ role, volumeId }: CaptureVolume) => role === "root" || wanted.has(volumeId),
  );
  const files = from.recovery.exportPoint(vmId, { kind, id }, captured, signal);
  await recovery.importBackup(vmId, backupId, files, signal);
}

import type { Acceptance, CaptureStatus, OperationById, ParsedInput, VmType } from "@fulmar/contract";
import type { CaptureVolume } from "@fulmar/providers";
import { changeVm } from "../compute/index.ts";
import type { RequestContext } from "../request/context.ts";
import { conflict, notFound } from "../request/domain-error.ts";
import { readBackup } from "./backups.ts";
import { type Capture, liveVolumes, volumesOf } from "./captured-volumes.ts";
import { requireRestorable } from "./recovery-refusals.ts";
import { beginRestore, type PointTable, restoreBackupSaga, restoreSnapshotSaga } from "./restore.saga.ts";
import { readSnapshot } from "./snapshots.ts";

/** The saga and table of each kind of recovery point. */
const KINDS = {
  snapshot: { saga: restoreSnapshotSaga, table: "snapshot_set" },
  backup: { saga: restoreBackupSaga, table: "backup" },
} as const satisfies Readonly<Record<string, { readonly saga: unknown; readonly table: PointTable }>>;

/** A snapshot or backup of an existing VM. */
interface RestorePoint extends Omit<Capture, "artifacts" | "restored"> {
  readonly kind: keyof typeof KINDS;
  readonly id: string;
  readonly status: CaptureStatus;
}

/**
 * Accepts the restore of a VM for the worker.
 * @param volumeIds the captured volumes to restore. Undefined restores all
 * @throws DomainError 404, or 409 that names the data volumes that are not attached to the VM
 */
async function restoreVolumes(
  context: RequestContext,
  type: VmType,
  point: RestorePoint,
  volumeIds: readonly string[] | undefined,
): Promise<Acceptance> {
  const { kind, id, vm_id } = point;
  const volumes = chosenOf(point, volumeIds);
  requireRestorable(kind, point.status);
  const { saga, table } = KINDS[kind];
  // From here on the operation holds the VM, so its volumes do not change.
  const acceptance = await changeVm(context, {
    type,
    vm_id,
    action: "restore",
    meanwhile: null,
    saga,
    input: { point_id: id, volumes },
  });
  await requireAttached(context, point, volumes);
  if (!(await beginRestore(context.sql, table, context.workspace.id, id, acceptance.operation_id)))
    throw notFound(kind);
  return acceptance;
}

function chosenOf(point: RestorePoint, volumeIds: readonly string[] | undefined): CaptureVolume[] {
  const captured = volumesOf(point);
  if (volumeIds === undefined) return captured;
  if (volumeIds.some((id) => !captured.some((volume) => volume.volumeId === id))) throw notFound("captured volume");
  return captured.filter((volume) => volumeIds.includes(volume.volumeId));
}

async function requireAttached(
  context: RequestContext,
  { kind, vm_id, data_volumes }: RestorePoint,
  volumes: readonly CaptureVolume[],
): Promise<void> {
  const live = await liveVolumes(context.sql, context.workspace.id, vm_id);
  const missing = volumes.filter(
    ({ role, volumeId }) => role === "data" && !live.some((volume) => volume.volume_id === volumeId),
  );
  if (missing.length === 0) return;
  const blockers = missing.map(({ volumeId: id }) => ({
    type: "volume",
    id,
    name: data_volumes.find((volume) => volume.volume_id === id)?.name ?? id,
  }));
  const sentence =
    `The ${kind} holds volumes that are no longer attached to the VM; attach them again, or name the volumes to ` +
    "restore in volume_ids.";
  throw conflict("volume_not_attached", sentence, blockers);
}

/** @throws DomainError 404, 409 */
export async function restoreSnapshot(
  context: RequestContext,
  type: VmType,
  input: ParsedInput<OperationById<"snapshot.restore">>,
): Promise<Acceptance> {
  const snapshot = await readSnapshot(context, type, input);
  return restoreVolumes(context, type, { ...snapshot, kind: "snapshot", id: input.snapshot_set_id }, input.volume_ids);
}

/** @throws DomainError 404, 409 */
export async function restoreBackup(
  context: RequestContext,
  type: VmType,
  input: ParsedInput<OperationById<"backup.restore">>,
): Promise<Acceptance> {
  const backup = await readBackup(context, type, input);
  return restoreVolumes(context, type, { ...backup, kind: "backup", id: input.backup_id }, input.volume_ids);
}

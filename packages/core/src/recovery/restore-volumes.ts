import type { Acceptance, CaptureStatus, VmType } from "@fulmar/contract";
import type { CaptureVolume } from "@fulmar/providers";
import { changeVm } from "../compute/index.ts";
import type { RequestContext } from "../request/context.ts";
import { conflict, notFound } from "../request/domain-error.ts";
import { type CapturedVolumes, volumesOf } from "./captured-volume.ts";
import { liveVolumes } from "./live-volumes.ts";
import { requireRestorable } from "./recovery-refusals.ts";
import { restoreBackupSaga, restoreSnapshotSaga } from "./restore.saga.ts";
import { beginRestore, type PointTable } from "./restore-moves.ts";

/** How each kind of recovery point is restored. */
const KINDS = {
  snapshot: { saga: restoreSnapshotSaga, table: "snapshot_set" },
  backup: { saga: restoreBackupSaga, table: "backup" },
} as const satisfies Readonly<Record<string, { readonly saga: unknown; readonly table: PointTable }>>;

/** A snapshot or backup of a VM that is there. */
export interface RestorePoint extends Omit<CapturedVolumes, "artifacts" | "restored"> {
  readonly kind: keyof typeof KINDS;
  readonly id: string;
  readonly status: CaptureStatus;
}

/**
 * Hands the restore of a VM over to the worker.
 * @param volumeIds those of the captured volumes that are put back; undefined: all of them
 * @throws DomainError 404, or 409 that names the data volumes that are not attached to the VM
 */
export async function restoreVolumes(
  context: RequestContext,
  type: VmType,
  point: RestorePoint,
  volumeIds: readonly string[] | undefined,
): Promise<Acceptance> {
  const { kind, id, vm_id: vmId } = point;
  const volumes = chosenOf(point, volumeIds);
  requireRestorable(kind, point.status);
  const { saga, table } = KINDS[kind];
  // From here on the operation holds the VM, so what is attached to it stays what it is.
  const acceptance = await changeVm(context, {
    type,
    vmId,
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
  const sentence = `The ${kind} holds volumes that are not attached to the VM any more; attach them again, or name the volumes to restore in volume_ids.`;
  throw conflict("volume_not_attached", sentence, blockers);
}

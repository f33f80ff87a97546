import { type CaptureStatus, VolumeType } from "@fulmar/contract";
import type { JsonValue, Outcome } from "@fulmar/engine";
import { type Sql, statement } from "@fulmar/prisma";
import type { CaptureVolume, VolumeCopy } from "@fulmar/providers";
import { z } from "zod";
import { rootVolumeId } from "../work/root-volume.ts";

/** A data volume as it was when its snapshot or backup was requested. */
const CapturedVolume = z.object({
  volume_id: z.string(),
  name: z.string(),
  size_gb: z.int(),
  device_path: z.string().nullable(),
});
export type CapturedVolume = z.infer<typeof CapturedVolume>;

const CapturedVolumes = z.array(CapturedVolume);

/**
 * The provider's copy of each volume, by the volume's id. Bytes are text, since JSON numbers are exact only up to 2⁵³.
 */
export const CaptureArtifacts = z.record(z.string(), z.strictObject({ ref: z.string(), bytes: z.string() }));
export type CaptureArtifacts = z.infer<typeof CaptureArtifacts>;

/** The targets of restored volumes, by the volume's id. */
const RestoredVolumes = z.record(
  z.string(),
  z.object({ vm_id: z.string(), resource_name: z.string(), device_path: z.string().nullable() }),
);
export type RestoredVolumes = z.infer<typeof RestoredVolumes>;

/** The common columns of a snapshot and a backup: the captured volumes and their copies. */
export interface Capture {
  vm_id: string;
  source_disk_size_gb: number;
  data_volumes: CapturedVolume[];
  artifacts: CaptureArtifacts;
  restored: RestoredVolumes;
}

/** Parses the JSON columns of a snapshot or backup. */
export function parseCapture<
  Row extends { readonly data_volumes: unknown; readonly artifacts: unknown; readonly restored: unknown },
>(row: Row) {
  return {
    ...row,
    data_volumes: CapturedVolumes.parse(row.data_volumes),
    artifacts: CaptureArtifacts.parse(row.artifacts),
    restored: RestoredVolumes.parse(row.restored),
  };
}

/** The same for a row that only has the data volumes. */
export function parseDataVolumes<Row extends { readonly data_volumes: unknown }>(row: Row) {
  return { ...row, data_volumes: CapturedVolumes.parse(row.data_volumes) };
}

/** A column of a statement over a backup `b`: the types of its data volumes that are still known, by their ids. */
export const VOLUME_TYPES = `coalesce((
  SELECT jsonb_object_agg(o.volume_id, o.type) FROM volume o
   WHERE o.workspace_id = b.workspace_id
     AND o.volume_id IN (SELECT e ->> 'volume_id' FROM jsonb_array_elements(b.data_volumes) AS e)), '{}')`;

/** A volume that is gone leaves its name and size with the backup, and not its type. */
export function typeOf(types: unknown, volumeId: string): VolumeType {
  return VolumeType.safeParse(Object(types)[volumeId]).data ?? "ssd";
}

export const ROOT_VOLUME_NAME = "Root";

/** The volumes of a capture for the provider, root volume first. */
export function volumesOf({
  vm_id,
  source_disk_size_gb,
  data_volumes,
}: Omit<Capture, "artifacts" | "restored">): CaptureVolume[] {
  const data = data_volumes.map(
    ({ volume_id, size_gb }): CaptureVolume => ({ volumeId: volume_id, role: "data", sizeGb: size_gb }),
  );
  return [{ volumeId: rootVolumeId(vm_id), role: "root", sizeGb: source_disk_size_gb }, ...data];
}

/** The total size of the artifacts in bytes. Null while there are none. */
export function bytesOf(artifacts: CaptureArtifacts): bigint | null {
  const sizes = Object.values(artifacts).map((artifact) => BigInt(artifact.bytes));
  return sizes.length === 0 ? null : sizes.reduce((sum, bytes) => sum + bytes, 0n);
}

/** The final status of a snapshot or backup, by the outcome of its operation. */
export const CAPTURE_STATUS: Readonly<Record<Outcome, CaptureStatus>> = {
  succeeded: "succeeded",
  failed: "failed",
  cancelled: "cancelled",
  timed_out: "failed",
};

/** The output of a capture step: `CaptureArtifacts`. */
export function artifactsOutput(captured: readonly VolumeCopy[]): JsonValue {
  return Object.fromEntries(
    captured.map(({ volumeId, ref, sizeBytes }) => [volumeId, { ref, bytes: String(sizeBytes) }]),
  );
}

const attachedVolumes = statement(
  "recovery_attached_volumes",
  `SELECT volume_id, name, size_gb, device_path FROM volume
    WHERE workspace_id = $workspace_id::bigint AND attached_vm_id = $attached_vm_id ORDER BY device_path`,
);

/** A column of a statement over a VM `v`: the ids of its present data volumes. */
export const LIVE_VOLUME_IDS =
  "ARRAY(SELECT volume_id FROM volume WHERE workspace_id = v.workspace_id AND attached_vm_id = v.vm_id) AS live_volume_ids";

/** The present data volumes of a VM, ordered by device. They do not change while an operation holds the VM. */
export function liveVolumes(sql: Sql, workspaceId: bigint, vmId: string): Promise<CapturedVolume[]> {
  return sql.query(attachedVolumes, { workspace_id: workspaceId, attached_vm_id: vmId });
}

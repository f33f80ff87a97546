import type { CaptureStatus } from "@fulmar/contract";
import type { JsonValue, Outcome } from "@fulmar/engine";
import { type Sql, statement } from "@fulmar/prisma";
import type { CaptureVolume, VolumeCopy } from "@fulmar/providers";
import { z } from "zod";

/** A data volume as it was when its snapshot or backup was asked for. */
const CapturedVolume = z.object({
  volume_id: z.string(),
  name: z.string(),
  size_gb: z.int(),
  device_path: z.string().nullable(),
});
export type CapturedVolume = z.infer<typeof CapturedVolume>;

const CapturedVolumes = z.array(CapturedVolume);

/** What the provider made of each volume, by the volume's id; bytes as text, since JSON numbers end at 2⁵³. */
export const CaptureArtifacts = z.record(z.string(), z.strictObject({ ref: z.string(), bytes: z.string() }));
export type CaptureArtifacts = z.infer<typeof CaptureArtifacts>;

/** Where captured volumes were restored to, by the volume's id. */
const RestoredVolumes = z.record(
  z.string(),
  z.object({ vm_id: z.string(), resource_name: z.string(), device_path: z.string().nullable() }),
);
export type RestoredVolumes = z.infer<typeof RestoredVolumes>;

/** What a snapshot and a backup have in common: the volumes that they captured, and what became of them. */
export interface Capture {
  vm_id: string;
  source_disk_size_gb: number;
  data_volumes: CapturedVolume[];
  artifacts: CaptureArtifacts;
  restored: RestoredVolumes;
}

/** Parses what the row of a snapshot or backup holds as JSON. */
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

/** The same for a row with the data volumes alone. */
export function parseDataVolumes<Row extends { readonly data_volumes: unknown }>(row: Row) {
  return { ...row, data_volumes: CapturedVolumes.parse(row.data_volumes) };
}

export const ROOT_VOLUME_NAME = "Root";

/** The id of a VM's root volume. It has no record of its own: it lives and dies with its VM. */
export function rootVolumeId(vmId: string): string {
  return vmId.replace(/^vm_/, "root_");
}

/** The volumes of a capture for the provider, the root volume first. */
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

/** What all the artifacts take, in bytes; null while there are none. */
export function bytesOf(artifacts: CaptureArtifacts): bigint | null {
  const sizes = Object.values(artifacts).map((artifact) => BigInt(artifact.bytes));
  return sizes.length === 0 ? null : sizes.reduce((sum, bytes) => sum + bytes, 0n);
}

/** How a snapshot or a backup ends, by how its operation ends. */
export const CAPTURE_STATUS: Readonly<Record<Outcome, CaptureStatus>> = {
  succeeded: "succeeded",
  failed: "failed",
  cancelled: "cancelled",
  timed_out: "failed",
};

/** The output of a step that captures: `CaptureArtifacts`. */
export function artifactsOutput(captured: readonly VolumeCopy[]): JsonValue {
  return Object.fromEntries(
    captured.map(({ volumeId, ref, sizeBytes }) => [volumeId, { ref, bytes: String(sizeBytes) }]),
  );
}

const attachedVolumes = statement(
  "recovery_attached_volumes",
  "SELECT volume_id, name, size_gb, device_path FROM volume WHERE workspace_id = $1::bigint AND attached_vm_id = $2 ORDER BY device_path",
);

/** A column of a statement over a VM `v`: the ids of the data volumes that it has now. */
export const LIVE_VOLUME_IDS =
  "ARRAY(SELECT volume_id FROM volume WHERE workspace_id = v.workspace_id AND attached_vm_id = v.vm_id) AS live_volume_ids";

/** The data volumes that a VM has now, in the order of their devices. They stay while an operation holds the VM. */
export function liveVolumes(sql: Sql, workspaceId: bigint, vmId: string): Promise<CapturedVolume[]> {
  return sql.query(attachedVolumes, [workspaceId, vmId]);
}

import type { CaptureVolume } from "@fulmar/providers";
import { z } from "zod";

/** A data volume as it was when its snapshot or backup was asked for. */
export interface CapturedVolume {
  volume_id: string;
  name: string;
  size_gb: number;
  device_path: string | null;
}

/** What the provider made of each volume, by the volume's id; bytes as text, since JSON numbers end at 2⁵³. */
export const CaptureArtifacts = z.record(z.string(), z.strictObject({ ref: z.string(), bytes: z.string() }));
export type CaptureArtifacts = z.infer<typeof CaptureArtifacts>;

/** Where captured volumes were restored to, by the volume's id. */
export type RestoredVolumes = Readonly<
  Record<string, { readonly vm_id: string; readonly resource_name: string; readonly device_path: string | null }>
>;

/** What a snapshot and a backup have in common: the volumes that they captured, and what became of them. */
export interface CapturedVolumes {
  vm_id: string;
  source_disk_size_gb: number;
  data_volumes: CapturedVolume[];
  artifacts: CaptureArtifacts;
  restored: RestoredVolumes;
}

export const ROOT_VOLUME_NAME = "Root";

/** The id of a VM's root volume. It has no record of its own: it lives and dies with its VM. */
export function rootVolumeId(vmId: string): string {
  return vmId.replace(/^vm_/, "root_");
}

/** The volumes of a capture as the provider is told them: the root volume first. */
export function volumesOf({
  vm_id,
  source_disk_size_gb,
  data_volumes,
}: Omit<CapturedVolumes, "artifacts" | "restored">): CaptureVolume[] {
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

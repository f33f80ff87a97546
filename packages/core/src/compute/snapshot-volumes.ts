import { z } from "zod";

/** A data volume as it was when its snapshot was asked for. */
export const CapturedVolume = z.strictObject({ volume_id: z.string(), name: z.string(), size_gb: z.int(), device_path: z.string().nullable() });
export type CapturedVolume = z.infer<typeof CapturedVolume>;

/** What the provider made of each volume, by the volume's id; bytes as text, since JSON numbers end at 2⁵³. */
export const SnapshotArtifacts = z.record(z.string(), z.strictObject({ ref: z.string(), bytes: z.string() }));
export type SnapshotArtifacts = z.infer<typeof SnapshotArtifacts>;

/** The id of a VM's root volume. It has no record of its own: it lives and dies with its VM. */
export function rootVolumeId(vmId: string): string {
  return vmId.replace(/^vm_/, "root_");
}

import { z } from "zod";
import { ResourceId } from "../kernel/fields.ts";

const volumeIds = z.array(ResourceId).min(1).max(64).optional();

/** Which of the captured volumes are put back, the root volume's id among them; all of them unless said otherwise. */
export const RestoreSnapshot = z
  .strictObject({ volume_ids: volumeIds })
  .meta({ id: "RestoreSnapshot", examples: [{ volume_ids: ["vol_01kq3v9d5n8c2r7m4x6t0w1y5z"] }] });
export const RestoreBackup = z
  .strictObject({ volume_ids: volumeIds })
  .meta({ id: "RestoreBackup", examples: [{ volume_ids: ["vol_01kq3v9d5n8c2r7m4x6t0w1y5z"] }] });

/** What both restores say of themselves. @param point the recovery point in words */
export function restoreDescription(point: string): string {
  return [
    `Puts the root volume and the data volumes of the ${point} back to what they held then; with \`volume_ids\`, only those.`,
    "A running VM is stopped for it and started again. A data volume is restored in place, so it must be attached to the VM: one that is not is named",
    "by the 409; attach it again, or leave it out of `volume_ids`. If the restore fails or is cancelled, the volumes hold what they held before.",
  ].join(" ");
}

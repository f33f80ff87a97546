import { type Sql, statement } from "@fulmar/prisma";
import type { CapturedVolume } from "./captured-volume.ts";

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

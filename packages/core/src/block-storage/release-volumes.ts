import { type Sql, statement } from "@fulmar/prisma";
import { VolumeOperationRepository } from "./volume-operation-repository.ts";

// One that is growing, or of which a snapshot is taken, stays its operation's; one in error stays in error.
const release = statement(
  "volume_release",
  `UPDATE volume SET status = CASE WHEN status = 'in-use' THEN 'available' ELSE status END, attached_vm_id = NULL, device_path = NULL, updated_at = now()
    WHERE workspace_id = $1::bigint AND attached_vm_id = $2 RETURNING volume_id`,
);

/** Detaches every volume of a VM, in the transaction that makes the VM `deleted`: volumes outlive their VM. */
export async function releaseVolumes(sql: Sql, workspaceId: bigint, vmId: string): Promise<void> {
  const released = await sql.query(release, [workspaceId, vmId]);
  if (released.length === 0) return;
  const volumeIds = released.map((volume) => volume.volume_id);
  await new VolumeOperationRepository(sql, workspaceId).recordDetached(volumeIds, vmId);
}

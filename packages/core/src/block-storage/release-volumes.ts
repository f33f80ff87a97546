import { type Sql, statement } from "@fulmar/prisma";
import { VolumeOperationRepository } from "./volume-operation-repository.ts";

const release = statement(
  "volume_release",
  `UPDATE volume SET status = 'available', attached_vm_id = NULL, device_path = NULL, updated_at = now()
    WHERE workspace_id = $1::bigint AND attached_vm_id = $2 AND status = 'in-use' RETURNING volume_id`,
);

/** Detaches every volume of a VM, in the transaction that makes the VM `deleted`: volumes outlive their VM. */
export async function releaseVolumes(sql: Sql, workspaceId: bigint, vmId: string): Promise<void> {
  const released = await sql.query<{ volume_id: string }>(release, [workspaceId, vmId]);
  const operations = new VolumeOperationRepository(sql, workspaceId);
  for (const { volume_id } of released) {
    await operations.record({ volumeId: volume_id, operation: "detach", idempotencyKey: undefined, result: { vm_id: vmId } });
  }
}

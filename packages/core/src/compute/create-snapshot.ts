import type { Acceptance } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import type { Handler, RequestContext } from "../kernel/context.ts";
import { conflict, invalidField, notFound } from "../kernel/domain-error.ts";
import { newId } from "../kernel/identifiers.ts";
import { changeVm } from "./change-vm.ts";
import { vmSnapshotSaga } from "./vm-snapshot.saga.ts";

const insert = statement(
  "snapshot_set_insert",
  `INSERT INTO snapshot_set (snapshot_set_id, workspace_id, vm_id, recovery_point_id, name, description, capture_scope, source_disk_size_gb, storage_backend)
   SELECT $3, v.workspace_id, v.vm_id, $4, $5, $6, $7::capture_scope, v.disk_gb, s.provider FROM vm v JOIN site s ON s.site_id = v.site_id
    WHERE v.workspace_id = $1::bigint AND v.vm_id = $2`,
);

const findVolumes = statement(
  "snapshot_volumes",
  "SELECT volume_id, name, attached_vm_id FROM volume WHERE workspace_id = $1::bigint AND volume_id = ANY ($2::text[]) AND deleted_at IS NULL",
);

interface VolumeRow {
  volume_id: string;
  name: string;
  attached_vm_id: string | null;
}

/** Takes a snapshot of a VM's volumes; the VM keeps its state meanwhile, but no other operation may begin. */
export const createSnapshot: Handler<"snapshot.create"> = async (
  context,
  { vm_id: vmId, name, description, capture_scope, volume_ids },
): Promise<Acceptance> => {
  if (volume_ids.length > 0 && capture_scope !== "selective") throw invalidField("volume_ids", "can only be sent with capture_scope selective");
  const snapshotSetId = newId("snap");
  const request = { type: "cloud", vmId, action: "snapshot", meanwhile: null, saga: vmSnapshotSaga, input: { snapshot_set_id: snapshotSetId } } as const;
  const acceptance = await changeVm(context, request);
  await mustBeAttached(context, vmId, volume_ids);
  await context.sql.query(insert, [context.workspace.id, vmId, snapshotSetId, newId("rp"), name, description, capture_scope]);
  return acceptance;
};

/** @throws DomainError 404, or 409 that names the volumes that are not attached to the VM */
async function mustBeAttached(context: RequestContext, vmId: string, volumeIds: readonly string[]): Promise<void> {
  if (volumeIds.length === 0) return;
  const volumes = await context.sql.query<VolumeRow>(findVolumes, [context.workspace.id, volumeIds]);
  if (volumes.length < new Set(volumeIds).size) throw notFound("volume");
  const elsewhere = volumes.filter((volume) => volume.attached_vm_id !== vmId);
  if (elsewhere.length === 0) return;
  const blockers = elsewhere.map((volume) => ({ type: "volume", id: volume.volume_id, name: volume.name }));
  throw conflict("volume_not_attached", "Only volumes that are attached to the VM can be captured with it; attach them first.", blockers);
}

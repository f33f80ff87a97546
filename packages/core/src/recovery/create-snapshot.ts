import type { Acceptance, CreateSnapshot, VmType } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import { changeVm } from "../compute/index.ts";
import type { RequestContext } from "../request/context.ts";
import { conflict, invalidField, notFound } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import type { CapturedVolume } from "./captured-volume.ts";
import { liveVolumes } from "./live-volumes.ts";
import { vmSnapshotSaga } from "./vm-snapshot.saga.ts";

const insert = statement(
  "snapshot_set_insert",
  `INSERT INTO snapshot_set (snapshot_set_id, workspace_id, vm_id, operation_id, recovery_point_id, name, description, capture_scope, data_volumes,
                             source_disk_size_gb, storage_backend)
   SELECT $3, v.workspace_id, v.vm_id, $4, $5, $6, $7, $8::capture_scope, $9::jsonb, v.disk_gb, s.provider FROM vm v JOIN site s ON s.site_id = v.site_id
    WHERE v.workspace_id = $1::bigint AND v.vm_id = $2`,
);

// They stay where they are until the transaction ends. In the order of the ids, as others hold volumes.
const namedVolumes = statement(
  "snapshot_named_volumes",
  `SELECT volume_id, name, size_gb, device_path, attached_vm_id FROM volume
    WHERE workspace_id = $1::bigint AND volume_id = ANY ($2::text[]) AND deleted_at IS NULL ORDER BY volume_id FOR SHARE`,
);

interface NamedVolume extends CapturedVolume {
  attached_vm_id: string | null;
}

/** Takes a snapshot of a VM's volumes; the VM keeps its state meanwhile, but no other operation may begin. */
export async function createSnapshot(
  context: RequestContext,
  type: VmType,
  { vm_id: vmId, ...body }: CreateSnapshot & { readonly vm_id: string },
): Promise<Acceptance> {
  if (body.volume_ids.length > 0 && body.capture_scope !== "selective")
    throw invalidField("volume_ids", "can only be sent with capture_scope selective");
  const named = await holdNamedVolumes(context, body.volume_ids);
  const snapshotSetId = newId("snap");
  const request = {
    type,
    vmId,
    action: "snapshot",
    meanwhile: null,
    saga: vmSnapshotSaga,
    input: { snapshot_set_id: snapshotSetId },
  } as const;
  // From here on the operation holds the VM, so what is attached to it stays what it is.
  const acceptance = await changeVm(context, request);
  const { name, description, capture_scope: scope } = body;
  const volumes =
    scope === "all_attached" ? await liveVolumes(context.sql, context.workspace.id, vmId) : attachedTo(vmId, named);
  const { operation_id: operationId } = acceptance;
  const values = [
    context.workspace.id,
    vmId,
    snapshotSetId,
    operationId,
    newId("rp"),
    name,
    description,
    scope,
    JSON.stringify(volumes),
  ];
  await context.sql.queryAs(insert, values);
  return acceptance;
}

/** The volumes that the request names; nothing is asked where it names none. @throws DomainError 404 */
async function holdNamedVolumes(
  { sql, workspace }: RequestContext,
  volumeIds: readonly string[],
): Promise<NamedVolume[]> {
  if (volumeIds.length === 0) return [];
  const found = await sql.query(namedVolumes, [workspace.id, volumeIds]);
  if (found.length < new Set(volumeIds).size) throw notFound("volume");
  return found;
}

/**
 * Named volumes in the order of their devices. @throws DomainError 409 that names those that are not attached to the VM
 */
function attachedTo(vmId: string, named: readonly NamedVolume[]): CapturedVolume[] {
  const elsewhere = named.filter((volume) => volume.attached_vm_id !== vmId);
  if (elsewhere.length > 0) {
    const blockers = elsewhere.map((volume) => ({ type: "volume", id: volume.volume_id, name: volume.name }));
    throw conflict(
      "volume_not_attached",
      "Only volumes that are attached to the VM can be captured with it; attach them first.",
      blockers,
    );
  }
  const inOrder = named.toSorted((one, other) => ((one.device_path ?? "") < (other.device_path ?? "") ? -1 : 1));
  return inOrder.map(({ attached_vm_id, ...volume }) => volume);
}

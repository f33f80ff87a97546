import type { Acceptance, VmType } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import { toAcceptance } from "../compute/to-acceptance.ts";
import type { Handler, RequestContext } from "../request/context.ts";
import { conflict, type DomainError, notFound } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { acceptance, acceptanceValues, onVm } from "./acceptance.ts";
import { AttachmentRepository } from "./attachment-repository.ts";
import { refuseVm } from "./vm-refusals.ts";
import { volumeDetachSaga } from "./volume-detach.saga.ts";
import { refuseUnsettled, volumeBusy } from "./volume-refusals.ts";
import { type HeldVolumeRow, toVolume, VolumeRepository, type VolumeRow, volumeColumns } from "./volume-repository.ts";

const accept = statement(
  "volume_accept_detach",
  `WITH moved AS (
     UPDATE volume SET status = 'detaching', operation_id = $3, updated_at = now()
      WHERE workspace_id = $1::bigint AND volume_id = $2 AND deleted_at IS NULL AND status = 'in-use' AND attached_vm_id = $9 AND operation_id IS NULL
     RETURNING ${volumeColumns}
   ), held AS (
     UPDATE vm SET status = 'detaching_volume', operation_id = $3, updated_at = now()
       FROM moved WHERE vm.workspace_id = $1::bigint AND vm.vm_id = $9 AND vm.operation_id IS NULL
   )${acceptance({ operation: onVm("detach_volume"), history: "detach", answer: "moved" })}`,
);

interface Accepted extends VolumeRow {
  submitted_at: Date;
}

export const detachVolume: Handler<"volume.detach"> = async (context, { volume_id }) => {
  const volume = await new VolumeRepository(context.sql, context.workspace.id).hold(volume_id);
  if (volume === undefined) throw notFound("volume");
  const { attached_vm_id } = volume;
  if (attached_vm_id === null) throw notAttached("a VM");
  return toVolume((await acceptDetachment(context, volume, attached_vm_id)).volume);
};

/** The same, asked for at the VM, which must be of the type. */
export async function detachVolumeFromVm(
  context: RequestContext,
  type: VmType,
  { vm_id, volume_id }: { vm_id: string; volume_id: string },
): Promise<Acceptance> {
  const volume = await new VolumeRepository(context.sql, context.workspace.id).hold(volume_id);
  if (volume === undefined) throw notFound("volume");
  const { operationId, volume: accepted } = await acceptDetachment(context, volume, vm_id, type);
  return toAcceptance(operationId, vm_id, accepted.submitted_at);
}

async function acceptDetachment(context: RequestContext, volume: HeldVolumeRow, vmId: string, type?: VmType) {
  const { sql, workspace, idempotencyKey } = context;
  const attachments = new AttachmentRepository(sql, workspace.id);
  const vm = await attachments.holdVm(vmId, type);
  if (vm === undefined) throw notFound("VM");
  if (volume.attached_vm_id !== vmId) throw notAttached("this VM");
  refuseUnsettled(volume, "detach");
  await refuseVm(vm, "detach_volume", attachments);
  const operationId = newId("op");
  const input = { before: vm.status, device_path: volume.device_path ?? "" };
  const change = {
    workspaceId: workspace.id,
    volumeId: volume.volume_id,
    operationId,
    idempotencyKey,
    saga: volumeDetachSaga,
    input,
  };
  const [accepted] = await sql.queryAs<Accepted>(accept, [...acceptanceValues(change), vmId, vm.kind]);
  if (accepted === undefined) throw volumeBusy(volume);
  return { operationId, volume: accepted };
}

function notAttached(to: string): DomainError {
  return conflict("volume_not_attached", `The volume is not attached to ${to}; there is nothing to detach.`);
}

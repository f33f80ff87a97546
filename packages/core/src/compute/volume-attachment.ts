import type { Acceptance, VmType } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import {
  acceptance,
  acceptanceValues,
  type LockedVolumeRow,
  lockVolume,
  refuseUnsettled,
  toVolume,
  volumeAttached,
  volumeBusy,
  volumeColumns,
} from "../block-storage/index.ts";
import type { Handler, RequestContext } from "../request/context.ts";
import { conflict, type DomainError, found } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { AttachableVms } from "./attachable-vm.ts";
import { toAcceptance } from "./change-vm.ts";
import { freeDeviceOf, volumeAttachSaga, volumeDetachSaga } from "./volume-attachment.saga.ts";

/** The resource and action of an operation that holds a VM, `$vm_id` of the kind `$resource_type`. */
const onVm = (action: "attach_volume" | "detach_volume") => ({
  resourceId: "$vm_id",
  resourceType: "$resource_type",
  action: `'${action}'`,
});

// A volume that is being detached from another VM is only reserved, and moves when the detachment ends. Returns no row
// when the VM has no free device.
const acceptAttach = statement(
  "volume_accept_attach",
  `WITH device (free_path) AS (${freeDeviceOf("$vm_id")}),
   moved AS (
     UPDATE volume
        SET status = CASE WHEN status = 'available' THEN 'attaching' ELSE status END,
            attached_vm_id = coalesce(attached_vm_id, $vm_id),
            device_path = coalesce(device_path, free_path),
            next_operation_id = CASE WHEN status = 'detaching' THEN $operation_id END,
            operation_id = coalesce(operation_id, $operation_id),
            updated_at = now()
       FROM device
      WHERE workspace_id = $workspace_id::bigint AND volume_id = $volume_id AND deleted_at IS NULL
        AND (status = 'available' AND operation_id IS NULL OR status = 'detaching' AND next_operation_id IS NULL)
     RETURNING ${volumeColumns}
   ), held AS (
     UPDATE vm SET status = 'attaching_volume', operation_id = $operation_id, updated_at = now()
       FROM moved WHERE vm.workspace_id = $workspace_id::bigint AND vm.vm_id = $vm_id AND vm.operation_id IS NULL
   )${acceptance({ operation: onVm("attach_volume"), history: "attach", answer: "moved" })}`,
);

const acceptDetach = statement(
  "volume_accept_detach",
  `WITH moved AS (
     UPDATE volume SET status = 'detaching', operation_id = $operation_id, updated_at = now()
      WHERE workspace_id = $workspace_id::bigint AND volume_id = $volume_id AND deleted_at IS NULL AND status = 'in-use'
        AND attached_vm_id = $vm_id AND operation_id IS NULL
     RETURNING ${volumeColumns}
   ), held AS (
     UPDATE vm SET status = 'detaching_volume', operation_id = $operation_id, updated_at = now()
       FROM moved WHERE vm.workspace_id = $workspace_id::bigint AND vm.vm_id = $vm_id AND vm.operation_id IS NULL
   )${acceptance({ operation: onVm("detach_volume"), history: "detach", answer: "moved" })}`,
);

/** Attaches a volume to a cloud or GPU VM of its site, on the VM's first free device. */
export const attachVolume: Handler<"volume.attach"> = async (context, { volume_id, vm_id }) => {
  const { volume } = await acceptAttachment(context, volume_id, vm_id);
  return toVolume(volume);
};

/** Attaches a volume, as requested for a VM, which must be of the type. */
export async function attachVolumeToVm(
  context: RequestContext,
  type: VmType,
  { vm_id, volume_id }: { vm_id: string; volume_id: string },
): Promise<Acceptance> {
  const { operationId, volume } = await acceptAttachment(context, volume_id, vm_id, type);
  return toAcceptance(operationId, vm_id, volume.submitted_at);
}

async function acceptAttachment(context: RequestContext, volumeId: string, vmId: string, type?: VmType) {
  const { sql, workspace, idempotencyKey } = context;
  const vms = new AttachableVms(sql, workspace.id);
  const volume = await lockVolume(context, volumeId);
  const vm = found(await vms.lock(vmId, type), "VM");

  await refuseTaken(volume, vms);
  if (volume.site_id !== vm.site_id) {
    throw conflict(
      "site_mismatch",
      `The volume is at ${volume.site_id} and the VM at ${vm.site_id}; choose a VM at the volume's site.`,
    );
  }
  await vms.refuse(vm, "attach_volume");
  const operationId = newId("op");
  const input = { before: vm.status };
  const change = { workspaceId: workspace.id, volumeId, operationId, idempotencyKey, saga: volumeAttachSaga, input };
  const [accepted] = await sql.query(acceptAttach, {
    ...acceptanceValues(change),
    vm_id: vmId,
    resource_type: vm.kind,
  });
  if (accepted === undefined)
    throw conflict("no_device_free", "The VM has the maximum number of volumes; detach one first.");
  return { operationId, volume: accepted };
}

/** @throws DomainError 409 unless the volume is free, or is being detached and no other attachment waits for it */
async function refuseTaken(volume: LockedVolumeRow, vms: AttachableVms): Promise<void> {
  const { status, attached_vm_id, next_operation_id } = volume;
  if (status === "detaching" && next_operation_id === null) return;
  if (status === "attaching" || status === "detaching") throw volumeBusy(volume);
  if (attached_vm_id !== null) throw volumeAttached("detach it first", await vms.blockersOf(attached_vm_id));
  refuseUnsettled(volume, "attach");
}

export const detachVolume: Handler<"volume.detach"> = async (context, { volume_id }) => {
  const volume = await lockVolume(context, volume_id);
  const { attached_vm_id } = volume;
  if (attached_vm_id === null) throw notAttached("a VM");
  return toVolume((await acceptDetachment(context, volume, attached_vm_id)).volume);
};

/** Detaches a volume, as requested for a VM, which must be of the type. */
export async function detachVolumeFromVm(
  context: RequestContext,
  type: VmType,
  { vm_id, volume_id }: { vm_id: string; volume_id: string },
): Promise<Acceptance> {
  const volume = await lockVolume(context, volume_id);
  const { operationId, volume: accepted } = await acceptDetachment(context, volume, vm_id, type);
  return toAcceptance(operationId, vm_id, accepted.submitted_at);
}

async function acceptDetachment(context: RequestContext, volume: LockedVolumeRow, vmId: string, type?: VmType) {
  const { sql, workspace, idempotencyKey } = context;
  const vms = new AttachableVms(sql, workspace.id);
  const vm = found(await vms.lock(vmId, type), "VM");
  if (volume.attached_vm_id !== vmId) throw notAttached("this VM");
  refuseUnsettled(volume, "detach");
  await vms.refuse(vm, "detach_volume");
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
  const [accepted] = await sql.query(acceptDetach, {
    ...acceptanceValues(change),
    vm_id: vmId,
    resource_type: vm.kind,
  });
  if (accepted === undefined) throw volumeBusy(volume);
  return { operationId, volume: accepted };
}

function notAttached(to: string): DomainError {
  return conflict("volume_not_attached", `The volume is not attached to ${to}; there is nothing to detach.`);
}

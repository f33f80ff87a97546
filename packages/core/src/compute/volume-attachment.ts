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
import type { Handler, InWorkspace, RequestContext } from "../request/context.ts";
import { conflict, type DomainError, found } from "../request/domain-error.ts";
import { lockAttachableVm, refuseAttachment, vmBlockers } from "./attachable-vm.ts";
import { toAcceptance } from "./change-vm.ts";
import type { VmInput } from "./vm-guards.ts";
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
export const attachVolume: Handler<"volume.attach"> = async (context, { volume_id, vm_id }) =>
  toVolume(await acceptAttachment(context, volume_id, vm_id));

/** Attaches a volume, as requested for a VM, which must be of the type. */
export async function attachVolumeToVm(
  context: RequestContext,
  type: VmType,
  { vm_id, volume_id }: VmInput<"attachVolume">,
): Promise<Acceptance> {
  const { operation_id, submitted_at } = await acceptAttachment(context, volume_id, vm_id, type);
  return toAcceptance(operation_id, vm_id, submitted_at);
}

async function acceptAttachment(context: RequestContext, volume_id: string, vm_id: string, type?: VmType) {
  const volume = await lockVolume(context, volume_id);
  const vm = found(await lockAttachableVm(context, vm_id, type), "VM");
  await refuseTaken(context, volume);
  if (volume.site_id !== vm.site_id) {
    throw conflict(
      "site_mismatch",
      `The volume is at ${volume.site_id} and the VM at ${vm.site_id}; choose a VM at the volume's site.`,
    );
  }
  await refuseAttachment(context, vm, "attach_volume");
  const change = acceptanceValues(context, volume_id, volumeAttachSaga, { before: vm.status });
  const accepted = await context.sql.maybe(acceptAttach, { ...change, vm_id, resource_type: vm.kind });
  if (accepted === undefined)
    throw conflict("no_device_free", "The VM has the maximum number of volumes; detach one first.");
  return { ...accepted, operation_id: change.operation_id };
}

/** @throws DomainError 409 unless the volume is free, or is being detached and no other attachment waits for it */
async function refuseTaken(context: InWorkspace, volume: LockedVolumeRow): Promise<void> {
  const { status, attached_vm_id, next_operation_id } = volume;
  if (status === "detaching" && next_operation_id === null) return;
  if (status === "attaching" || status === "detaching") throw volumeBusy(volume);
  if (attached_vm_id !== null) throw volumeAttached("detach it first", await vmBlockers(context, attached_vm_id));
  refuseUnsettled(volume, "attach");
}

export const detachVolume: Handler<"volume.detach"> = async (context, { volume_id }) => {
  const volume = await lockVolume(context, volume_id);
  if (volume.attached_vm_id === null) throw notAttached("a VM");
  return toVolume(await acceptDetachment(context, volume, volume.attached_vm_id));
};

/** Detaches a volume, as requested for a VM, which must be of the type. */
export async function detachVolumeFromVm(
  context: RequestContext,
  type: VmType,
  { vm_id, volume_id }: VmInput<"detachVolume">,
): Promise<Acceptance> {
  const volume = await lockVolume(context, volume_id);
  const { operation_id, submitted_at } = await acceptDetachment(context, volume, vm_id, type);
  return toAcceptance(operation_id, vm_id, submitted_at);
}

async function acceptDetachment(context: RequestContext, volume: LockedVolumeRow, vm_id: string, type?: VmType) {
  const vm = found(await lockAttachableVm(context, vm_id, type), "VM");
  if (volume.attached_vm_id !== vm_id) throw notAttached("this VM");
  refuseUnsettled(volume, "detach");
  await refuseAttachment(context, vm, "detach_volume");
  const input = { before: vm.status, device_path: volume.device_path ?? "" };
  const change = acceptanceValues(context, volume.volume_id, volumeDetachSaga, input);
  const accepted = await context.sql.maybe(acceptDetach, { ...change, vm_id, resource_type: vm.kind });
  if (accepted === undefined) throw volumeBusy(volume);
  return { ...accepted, operation_id: change.operation_id };
}

function notAttached(to: string): DomainError {
  return conflict("volume_not_attached", `The volume is not attached to ${to}; there is nothing to detach.`);
}

import type { Acceptance, VmType } from "@fulmar/contract";
import type { RequestContext } from "../request/context.ts";
import { invalidField } from "../request/domain-error.ts";
import { changeVm } from "./change-vm.ts";
import { type HeldVm, requireHeld } from "./hold-vm.ts";
import { requireChangeable } from "./refuse-vm-change.ts";
import { admitRootDisk } from "./root-disk.ts";
import { vmResizeRootDiskSaga } from "./vm-resize-root-disk.saga.ts";

/**
 * Grows a VM's root disk. It has its plan's disk already, so all that is added is bought by the gigabyte.
 * @param held what `holdQuery` answered
 * @throws DomainError 404, 400, 409, 402
 */
export async function resizeVmRootDisk(
  context: RequestContext,
  type: VmType,
  { vm_id: vmId, disk_gb }: { readonly vm_id: string; readonly disk_gb: number },
  held: HeldVm | undefined,
): Promise<Acceptance> {
  const vm = requireHeld(type, held);
  if (disk_gb <= vm.disk_gb)
    throw invalidField("disk_gb", `must be more than ${vm.disk_gb}, which the root disk has: it cannot shrink`);
  const request = { type, vmId, action: "resize_root_disk" } as const;
  await requireChangeable(context, request, vm);
  await admitRootDisk(context, disk_gb - vm.disk_gb);
  return changeVm(context, {
    ...request,
    meanwhile: "resizing_disk",
    saga: vmResizeRootDiskSaga,
    input: { from_disk_gb: vm.disk_gb, to_disk_gb: disk_gb },
  });
}

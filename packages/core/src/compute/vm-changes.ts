import type { VmType } from "@fulmar/contract";
import type { RequestContext } from "../request/context.ts";
import { changeVm } from "./change-vm.ts";
import { vmDeleteSaga } from "./vm-delete.saga.ts";
import { vmRebootSaga } from "./vm-reboot.saga.ts";
import { vmStartSaga } from "./vm-start.saga.ts";
import { vmStopSaga } from "./vm-stop.saga.ts";

interface VmRef {
  readonly vm_id: string;
}
interface Forcible extends VmRef {
  readonly force: boolean;
}

/**
 * From running, stopped or error. Volumes, addresses and reserved IPs are let go when it is done. @throws DomainError
 * 404, 409
 */
export function deleteVm(context: RequestContext, type: VmType, { vm_id: vmId }: VmRef) {
  return changeVm(context, { type, vmId, action: "delete", meanwhile: "deleting", saga: vmDeleteSaga, input: {} });
}

/** From stopped. @throws DomainError 404, 409 */
export function startVm(context: RequestContext, type: VmType, { vm_id: vmId }: VmRef) {
  return changeVm(context, { type, vmId, action: "start", meanwhile: "starting", saga: vmStartSaga, input: {} });
}

/** From running. @throws DomainError 404, 409 */
export function stopVm(context: RequestContext, type: VmType, { vm_id: vmId, force }: Forcible) {
  return changeVm(context, { type, vmId, action: "stop", meanwhile: "stopping", saga: vmStopSaga, input: { force } });
}

/** From running. @throws DomainError 404, 409 */
export function rebootVm(context: RequestContext, type: VmType, { vm_id: vmId, force }: Forcible) {
  return changeVm(context, {
    type,
    vmId,
    action: "reboot",
    meanwhile: "rebooting",
    saga: vmRebootSaga,
    input: { force },
  });
}

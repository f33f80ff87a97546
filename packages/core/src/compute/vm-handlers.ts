import type { VmType } from "@fulmar/contract";
import type { RequestContext } from "../kernel/context.ts";
import { notFound } from "../kernel/domain-error.ts";
import { changeVm } from "./change-vm.ts";
import { vmNoun } from "./refuse-vm-change.ts";
import { vmDeleteSaga } from "./vm-delete.saga.ts";
import { vmRebootSaga } from "./vm-reboot.saga.ts";
import { VmRepository, type VmRow } from "./vm-repository.ts";
import { vmStartSaga } from "./vm-start.saga.ts";
import { vmStopSaga } from "./vm-stop.saga.ts";

interface VmRef {
  readonly vm_id: string;
}
interface Forcible extends VmRef {
  readonly force: boolean;
}

/** @throws DomainError 404 */
export async function getVm(context: RequestContext, type: VmType, { vm_id }: VmRef): Promise<VmRow> {
  const row = await new VmRepository(context.sql, context.workspace.id).get(type, vm_id);
  if (row === undefined) throw notFound(vmNoun(type));
  return row;
}

export function deleteVm(context: RequestContext, type: VmType, { vm_id: vmId }: VmRef) {
  return changeVm(context, { type, vmId, action: "delete", meanwhile: "deleting", saga: vmDeleteSaga, input: {} });
}

export function startVm(context: RequestContext, type: VmType, { vm_id: vmId }: VmRef) {
  return changeVm(context, { type, vmId, action: "start", meanwhile: "starting", saga: vmStartSaga, input: {} });
}

export function stopVm(context: RequestContext, type: VmType, { vm_id: vmId, force }: Forcible) {
  return changeVm(context, { type, vmId, action: "stop", meanwhile: "stopping", saga: vmStopSaga, input: { force } });
}

export function rebootVm(context: RequestContext, type: VmType, { vm_id: vmId, force }: Forcible) {
  return changeVm(context, { type, vmId, action: "reboot", meanwhile: "rebooting", saga: vmRebootSaga, input: { force } });
}

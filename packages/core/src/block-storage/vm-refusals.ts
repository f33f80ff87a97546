import { type VmAction, vmRefusal } from "@fulmar/contract";
import { vmHeld } from "../compute/refuse-vm-change.ts";
import { conflict, mayPass } from "../request/domain-error.ts";
import type { AttachableVm, AttachmentRepository } from "./attachment-repository.ts";

/** @throws DomainError 409 when the VM has no machine to attach to or detach from, or another operation holds it */
export async function refuseVm(vm: AttachableVm, asked: VmAction, attachments: AttachmentRepository): Promise<void> {
  const refusal = vmRefusal(vm.status, asked);
  if (refusal !== null) throw conflict(refusal.code, refusal.reason, await attachments.hindranceOf(vm));
  await refuseHeldVm(vm, attachments);
}

/**
 * @throws DomainError 409 when an operation holds the VM, which it names; a deletion that it stands in the way of waits
 * where it deletes the VM
 */
export async function refuseHeldVm(vm: AttachableVm, attachments: AttachmentRepository): Promise<void> {
  if (vm.operation_id === null) return;
  const refusal = vmHeld(await attachments.hindranceOf(vm));
  throw vm.status === "deleting" ? mayPass(refusal, "surely") : refusal;
}

import { type VmAction, vmRefusal } from "@fulmar/contract";
import { conflict } from "../kernel/domain-error.ts";
import type { AttachableVm } from "./attachment-repository.ts";

/** @throws DomainError 409 when the VM has no machine to attach to or detach from, or another operation holds it */
export function refuseVm({ vm_id, kind, name, status, operation_id, action }: AttachableVm, asked: VmAction): void {
  const blockers = [operation_id === null ? { type: kind, id: vm_id, name } : { type: "operation", id: operation_id, name: action ?? "operation" }];
  const refusal = vmRefusal(status, asked);
  if (refusal !== null) throw conflict(refusal.code, refusal.reason, blockers);
  if (operation_id !== null) {
    throw conflict("operation_in_progress", "Another operation is under way on the VM; wait until it has ended, then try again.", blockers);
  }
}

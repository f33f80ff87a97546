import type { Acceptance, VmType } from "@fulmar/contract";
import type { RequestContext } from "../request/context.ts";
import { conflict } from "../request/domain-error.ts";
import { changeVm } from "./change-vm.ts";
import { type HeldVm, requireHeld } from "./hold-vm.ts";
import { requireChangeable } from "./refuse-vm-change.ts";
import { vmRescueSaga } from "./vm-rescue.saga.ts";

/** Turns a VM's rescue mode on or off. @param held what `holdQuery` answered @throws DomainError 404, 409 */
export async function rescueVm(
  context: RequestContext,
  type: VmType,
  { vm_id: vmId, enabled }: { readonly vm_id: string; readonly enabled: boolean },
  held: HeldVm | undefined,
): Promise<Acceptance> {
  const request = { type, vmId, action: "rescue" } as const;
  const vm = requireHeld(type, held);
  await requireChangeable(context, request, vm);
  if (enabled && vm.rescue_enabled)
    throw conflict("rescue_enabled", "The VM is in rescue mode already; there is nothing to turn on.");
  if (!enabled && !vm.rescue_enabled)
    throw conflict("rescue_not_enabled", "The VM is not in rescue mode; there is nothing to turn off.");
  return changeVm(context, { ...request, meanwhile: null, saga: vmRescueSaga, input: { enabled } });
}

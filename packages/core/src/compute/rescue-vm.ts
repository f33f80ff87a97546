import type { Acceptance, VmStatus, VmType } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import type { RequestContext } from "../request/context.ts";
import { conflict, found } from "../request/domain-error.ts";
import { defineProviderSaga, type ProviderSagaInput, unlessGone } from "../work/provider-saga.ts";
import { changeVm } from "./change-vm.ts";
import { type LockedVm, requireChangeable, type VmInput, vmNoun } from "./vm-guards.ts";
import { heldBy, OF_OPERATION, releaseVm } from "./vm-state.ts";

const settle = statement(
  "vm_rescue",
  `UPDATE vm SET rescue_enabled = $rescue_enabled, operation_id = NULL, updated_at = now()
    WHERE ${OF_OPERATION}`,
);

/** Turns a VM's rescue mode on or off. @param locked the result of `lockQuery` @throws DomainError 404, 409 */
export async function rescueVm(
  context: RequestContext,
  type: VmType,
  { vm_id, enabled }: VmInput<"rescue">,
  locked: LockedVm | undefined,
): Promise<Acceptance> {
  const request = { type, vm_id, action: "rescue" } as const;
  const vm = found(locked, vmNoun(type));
  await requireChangeable(context, request, vm);
  if (enabled && vm.rescue_enabled)
    throw conflict("rescue_enabled", "The VM is in rescue mode already; there is nothing to turn on.");
  if (!enabled && !vm.rescue_enabled)
    throw conflict("rescue_not_enabled", "The VM is not in rescue mode; there is nothing to turn off.");
  return changeVm(context, { ...request, meanwhile: null, saga: vmRescueSaga, input: { enabled } });
}

interface VmRescueInput extends ProviderSagaInput {
  /** The state of the VM, which it keeps. */
  readonly before: VmStatus;
  readonly enabled: boolean;
}

/** Boots a VM into the rescue system or into its own system. The VM keeps its state. */
export const vmRescueSaga = defineProviderSaga<VmRescueInput>({
  name: "vm-rescue",
  steps: [
    {
      name: "switch-boot-disk",
      async do({ compute, resourceId, input, signal }) {
        await compute.setRescueMode(resourceId, input.enabled, signal);
        return undefined;
      },
      undo: ({ compute, resourceId, input, signal }) =>
        unlessGone(compute.setRescueMode(resourceId, !input.enabled, signal)),
    },
  ],
  async settle(transaction, context) {
    const { before, enabled } = context.input;
    if (context.outcome !== "succeeded") return releaseVm(transaction, context, before);
    await transaction.sql.query(settle, { ...heldBy(context), rescue_enabled: enabled });
  },
});

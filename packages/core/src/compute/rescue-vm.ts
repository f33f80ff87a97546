import type { Acceptance, VmStatus, VmType } from "@fulmar/contract";
import type { SagaContext } from "@fulmar/engine";
import { statement, type Transaction } from "@fulmar/prisma";
import type { RequestContext } from "../request/context.ts";
import { conflict } from "../request/domain-error.ts";
import { defineProviderSaga, type ProviderSagaInput, unlessGone } from "../work/provider-saga.ts";
import { changeVm } from "./change-vm.ts";
import { type LockedVm, requireChangeable, requireLocked } from "./vm-guards.ts";
import { releaseVm } from "./vm-state.ts";

const settle = statement(
  "vm_rescue",
  `UPDATE vm SET rescue_enabled = $rescue_enabled, operation_id = NULL, updated_at = now()
    WHERE workspace_id = $workspace_id::bigint AND vm_id = $vm_id AND operation_id = $operation_id`,
);

/** Turns a VM's rescue mode on or off. @param held the result of `lockQuery` @throws DomainError 404, 409 */
export async function rescueVm(
  context: RequestContext,
  type: VmType,
  { vm_id: vmId, enabled }: { readonly vm_id: string; readonly enabled: boolean },
  held: LockedVm | undefined,
): Promise<Acceptance> {
  const request = { type, vmId, action: "rescue" } as const;
  const vm = requireLocked(type, held);
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
  settle: (transaction, context) =>
    context.outcome === "succeeded"
      ? settleRescue(transaction, context)
      : releaseVm(transaction, context, context.input.before),
});

/** Records whether the VM runs the rescue system. */
async function settleRescue(
  { sql }: Pick<Transaction, "sql">,
  { workspaceId, resourceId, operationId, input }: SagaContext<VmRescueInput>,
): Promise<void> {
  await sql.query(settle, {
    workspace_id: workspaceId,
    vm_id: resourceId,
    operation_id: operationId,
    rescue_enabled: input.enabled,
  });
}

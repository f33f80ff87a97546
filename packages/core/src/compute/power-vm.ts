import type { VmStatus, VmType } from "@fulmar/contract";
import type { RequestContext } from "../request/context.ts";
import { defineProviderSaga, type ProviderSagaInput, type ProviderStep, unlessGone } from "../work/provider-saga.ts";
import { changeVm } from "./change-vm.ts";
import type { VmInput } from "./vm-guards.ts";
import { bootedAddress, bootOutput, settleVm } from "./vm-state.ts";

/** @throws DomainError 404, 409 */
export function startVm(context: RequestContext, type: VmType, { vm_id }: VmInput<"start">) {
  return changeVm(context, { type, vm_id, action: "start", meanwhile: "starting", saga: vmStartSaga, input: {} });
}

/** @throws DomainError 404, 409 */
export function stopVm(context: RequestContext, type: VmType, { vm_id, force }: VmInput<"stop">) {
  return changeVm(context, { type, vm_id, action: "stop", meanwhile: "stopping", saga: vmStopSaga, input: { force } });
}

/** @throws DomainError 404, 409 */
export function rebootVm(context: RequestContext, type: VmType, { vm_id, force }: VmInput<"reboot">) {
  const how = { meanwhile: "rebooting", saga: vmRebootSaga, input: { force } } as const;
  return changeVm(context, { type, vm_id, action: "reboot", ...how });
}

/** The step that stops the instance of a VM that is deleted or kept. Undone, an instance that ran before runs again. */
export const shutDownInstance: ProviderStep<{ readonly before: VmStatus }> = {
  name: "shut-down-instance",
  async do({ compute, resourceId, signal }) {
    await unlessGone(compute.stopInstance(resourceId, { force: false }, signal));
    return undefined;
  },
  async undo({ compute, resourceId, input, signal }) {
    if (input.before === "running") await unlessGone(compute.startInstance(resourceId, signal));
  },
};

/** stopped → starting → running */
export const vmStartSaga = defineProviderSaga<ProviderSagaInput>({
  name: "vm-start",
  steps: [
    {
      name: "power-on-instance",
      async do({ compute, resourceId, signal }) {
        const { privateIp } = await compute.startInstance(resourceId, signal);
        return { output: bootOutput(privateIp) };
      },
      undo: ({ compute, resourceId, signal }) => unlessGone(compute.stopInstance(resourceId, { force: true }, signal)),
    },
  ],
  settle: (transaction, context) =>
    context.outcome === "succeeded"
      ? settleVm(transaction, context, "running", bootedAddress(context.outputs["power-on-instance"]))
      : settleVm(transaction, context, "stopped"),
});

interface VmStopInput extends ProviderSagaInput {
  readonly force: boolean;
}

/** running → stopping → stopped */
export const vmStopSaga = defineProviderSaga<VmStopInput>({
  name: "vm-stop",
  steps: [
    {
      name: "power-off-instance",
      async do({ compute, resourceId, input, signal }) {
        await compute.stopInstance(resourceId, { force: input.force }, signal);
        return undefined;
      },
      undo: ({ compute, resourceId, signal }) => unlessGone(compute.startInstance(resourceId, signal)),
    },
  ],
  settle: (transaction, context) =>
    settleVm(transaction, context, context.outcome === "succeeded" ? "stopped" : "running"),
});

interface VmRebootInput extends ProviderSagaInput {
  readonly force: boolean;
}

/** running → rebooting → running */
export const vmRebootSaga = defineProviderSaga<VmRebootInput>({
  name: "vm-reboot",
  steps: [
    {
      name: "restart-instance",
      async do({ compute, resourceId, operationId, input, signal }) {
        await compute.restartInstance(resourceId, { force: input.force, requestId: operationId }, signal);
        return undefined;
      },
    },
  ],
  settle: (transaction, context) => settleVm(transaction, context, "running"),
});

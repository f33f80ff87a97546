import type { VmType } from "@fulmar/contract";
import type { RequestContext } from "../request/context.ts";
import { defineProviderSaga, type ProviderSagaInput, unlessGone } from "../work/provider-saga.ts";
import { changeVm } from "./change-vm.ts";
import { bootedAddress, bootOutput, settleVm } from "./vm-state.ts";

interface VmRef {
  readonly vm_id: string;
}
interface Forcible extends VmRef {
  readonly force: boolean;
}

/** Starts a VM that is stopped. @throws DomainError 404, 409 */
export function startVm(context: RequestContext, type: VmType, { vm_id: vmId }: VmRef) {
  return changeVm(context, { type, vmId, action: "start", meanwhile: "starting", saga: vmStartSaga, input: {} });
}

/** Stops a VM that is running. @throws DomainError 404, 409 */
export function stopVm(context: RequestContext, type: VmType, { vm_id: vmId, force }: Forcible) {
  return changeVm(context, { type, vmId, action: "stop", meanwhile: "stopping", saga: vmStopSaga, input: { force } });
}

/** Reboots a VM that is running. @throws DomainError 404, 409 */
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

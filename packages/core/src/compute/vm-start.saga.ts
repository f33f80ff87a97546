import { bootedAddress, bootOutput } from "./boot-output.ts";
import { settleVm } from "./vm-moves.ts";
import { defineVmSaga, unlessGone, type VmSagaInput } from "./vm-saga.ts";

/** stopped → starting → running */
export const vmStartSaga = defineVmSaga<VmSagaInput>({
  name: "vm-start",
  steps: [
    {
      name: "power-on-instance",
      async do({ port, resourceId, signal }) {
        const { privateIp } = await port.startInstance(resourceId, signal);
        return { output: bootOutput(privateIp) };
      },
      undo: ({ port, resourceId, signal }) => unlessGone(port.stopInstance(resourceId, { force: true }, signal)),
    },
  ],
  settle: (transaction, context) =>
    context.outcome === "succeeded"
      ? settleVm(transaction, context, "running", bootedAddress(context.outputs["power-on-instance"]))
      : settleVm(transaction, context, "stopped"),
});

import { defineProviderSaga, type ProviderSagaInput, unlessGone } from "../work/provider-saga.ts";
import { bootedAddress, bootOutput } from "./boot-output.ts";
import { settleVm } from "./vm-moves.ts";

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

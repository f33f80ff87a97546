import { settleVm } from "./vm-moves.ts";
import { defineVmSaga, unlessGone, type VmSagaInput } from "./vm-saga.ts";

export interface VmStopInput extends VmSagaInput {
  readonly force: boolean;
}

/** running → stopping → stopped */
export const vmStopSaga = defineVmSaga<VmStopInput>({
  name: "vm-stop",
  steps: [
    {
      name: "power-off-instance",
      async do({ port, resourceId, input, signal }) {
        await port.stopInstance(resourceId, { force: input.force }, signal);
        return undefined;
      },
      undo: ({ port, resourceId, signal }) => unlessGone(port.startInstance(resourceId, signal)),
    },
  ],
  settle: (transaction, context) => settleVm(transaction, context, context.outcome === "succeeded" ? "stopped" : "running"),
});

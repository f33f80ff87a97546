import { defineProviderSaga, type ProviderSagaInput, unlessGone } from "../work/provider-saga.ts";
import { settleVm } from "./vm-moves.ts";

export interface VmStopInput extends ProviderSagaInput {
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

import { defineProviderSaga, type ProviderSagaInput } from "../work/provider-saga.ts";
import { settleVm } from "./vm-moves.ts";

export interface VmRebootInput extends ProviderSagaInput {
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

import { settleVm } from "./vm-moves.ts";
import { defineVmSaga, type VmSagaInput } from "./vm-saga.ts";

export interface VmRebootInput extends VmSagaInput {
  readonly force: boolean;
}

/** running → rebooting → running */
export const vmRebootSaga = defineVmSaga<VmRebootInput>({
  name: "vm-reboot",
  steps: [
    {
      name: "restart-instance",
      async do({ port, resourceId, operationId, input, signal }) {
        await port.restartInstance(resourceId, { force: input.force, requestId: operationId }, signal);
        return undefined;
      },
    },
  ],
  settle: (transaction, context) => settleVm(transaction, context, "running"),
});

import type { VmStatus } from "@fulmar/contract";
import { forgetVm, markVmLost, releaseVm } from "./vm-end.ts";
import { defineVmSaga, unlessGone, type VmSagaInput } from "./vm-saga.ts";

export interface VmDeleteInput extends VmSagaInput {
  /** The state to return to when the VM cannot be deleted. */
  readonly before: VmStatus;
}

/** running|stopped|error → deleting → deleted. What hangs on the VM is let go in the commit that makes it `deleted`. */
export const vmDeleteSaga = defineVmSaga<VmDeleteInput>({
  name: "vm-delete",
  steps: [
    {
      name: "shut-down-instance",
      async do({ port, resourceId, signal }) {
        await unlessGone(port.stopInstance(resourceId, { force: false }, signal));
        return undefined;
      },
      async undo({ port, resourceId, input, signal }) {
        if (input.before === "running") await unlessGone(port.startInstance(resourceId, signal));
      },
    },
    {
      name: "delete-instance",
      pointOfNoReturn: true,
      async do({ port, resourceId, signal }) {
        await port.deleteInstance(resourceId, signal);
        return undefined;
      },
      // What is gone cannot be brought back; the VM must not pretend to be what it was.
      async undo(context) {
        const found = await context.port.findInstances([context.resourceId], context.signal);
        if (found.length === 0) await markVmLost(context.services.database.sql, context);
      },
    },
  ],
  settle: (transaction, context) => (context.outcome === "succeeded" ? forgetVm(transaction, context) : releaseVm(transaction, context, context.input.before)),
});

import type { VmStatus } from "@fulmar/contract";
import { defineProviderSaga, type ProviderSagaInput, unlessGone } from "../work/provider-saga.ts";
import { forgetVm, markVmLost, releaseVm } from "./vm-end.ts";

export interface VmDeleteInput extends ProviderSagaInput {
  /** The state to return to when the VM cannot be deleted. */
  readonly before: VmStatus;
}

/** running|stopped|error → deleting → deleted. What hangs on the VM is let go in the commit that makes it `deleted`. */
export const vmDeleteSaga = defineProviderSaga<VmDeleteInput>({
  name: "vm-delete",
  steps: [
    {
      name: "shut-down-instance",
      async do({ compute, resourceId, signal }) {
        await unlessGone(compute.stopInstance(resourceId, { force: false }, signal));
        return undefined;
      },
      async undo({ compute, resourceId, input, signal }) {
        if (input.before === "running") await unlessGone(compute.startInstance(resourceId, signal));
      },
    },
    {
      name: "delete-instance",
      pointOfNoReturn: true,
      async do({ compute, resourceId, signal }) {
        await compute.deleteInstance(resourceId, signal);
        return undefined;
      },
      // What is gone cannot be brought back; the VM must not pretend to be what it was.
      async undo(context) {
        const found = await context.compute.findInstances([context.resourceId], context.signal);
        if (found.length === 0) await markVmLost(context.services.database.sql, context);
      },
    },
  ],
  settle: (transaction, context) =>
    context.outcome === "succeeded"
      ? forgetVm(transaction, context)
      : releaseVm(transaction, context, context.input.before),
});

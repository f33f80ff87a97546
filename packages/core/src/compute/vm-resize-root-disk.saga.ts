import type { VmStatus } from "@fulmar/contract";
import { defineProviderSaga, type ProviderSagaInput, unlessGone } from "../work/provider-saga.ts";
import { releaseVm } from "./vm-end.ts";
import { settleGrownVm } from "./vm-size-moves.ts";

export interface VmResizeRootDiskInput extends ProviderSagaInput {
  /** The state that the VM had, and has again when it is done. */
  readonly before: VmStatus;
  readonly from_disk_gb: number;
  readonly to_disk_gb: number;
}

/** running|stopped → resizing_disk → the state it had */
export const vmResizeRootDiskSaga = defineProviderSaga<VmResizeRootDiskInput>({
  name: "vm-resize-root-disk",
  steps: [
    {
      name: "grow-root-disk",
      async do({ compute, resourceId, input, signal }) {
        await compute.growRootDisk(resourceId, input.to_disk_gb, signal);
        return undefined;
      },
      undo: ({ compute, resourceId, input, signal }) =>
        unlessGone(compute.revertRootDisk(resourceId, input.from_disk_gb, signal)),
    },
  ],
  settle(transaction, context) {
    const { before, to_disk_gb } = context.input;
    return context.outcome === "succeeded"
      ? settleGrownVm(transaction, context, before, to_disk_gb)
      : releaseVm(transaction, context, before);
  },
});

import type { VmStatus } from "@fulmar/contract";
import { defineProviderSaga, type ProviderSagaInput, unlessGone } from "../work/provider-saga.ts";
import { releaseVm } from "./vm-end.ts";
import { settleRescue } from "./vm-system-moves.ts";

export interface VmRescueInput extends ProviderSagaInput {
  /** The state that the VM has, and keeps. */
  readonly before: VmStatus;
  readonly enabled: boolean;
}

/** The VM stays what it is, and runs the rescue system or its own. */
export const vmRescueSaga = defineProviderSaga<VmRescueInput>({
  name: "vm-rescue",
  steps: [
    {
      name: "switch-boot-disk",
      async do({ compute, resourceId, input, signal }) {
        await compute.setRescueMode(resourceId, input.enabled, signal);
        return undefined;
      },
      undo: ({ compute, resourceId, input, signal }) =>
        unlessGone(compute.setRescueMode(resourceId, !input.enabled, signal)),
    },
  ],
  settle: (transaction, context) =>
    context.outcome === "succeeded"
      ? settleRescue(transaction, context, context.input.enabled)
      : releaseVm(transaction, context, context.input.before),
});

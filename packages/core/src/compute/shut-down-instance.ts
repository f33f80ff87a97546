import type { VmStatus } from "@fulmar/contract";
import { type ProviderStep, unlessGone } from "../work/provider-saga.ts";

/** The step that stops the instance of a VM that is deleted or kept. Undone, an instance that ran before runs again. */
export const shutDownInstance: ProviderStep<{ readonly before: VmStatus }> = {
  name: "shut-down-instance",
  async do({ compute, resourceId, signal }) {
    await unlessGone(compute.stopInstance(resourceId, { force: false }, signal));
    return undefined;
  },
  async undo({ compute, resourceId, input, signal }) {
    if (input.before === "running") await unlessGone(compute.startInstance(resourceId, signal));
  },
};

import type { VmStatus } from "@fulmar/contract";
import type { InstanceSize } from "@fulmar/providers";
import { defineProviderSaga, type ProviderSagaInput, unlessGone } from "../work/provider-saga.ts";
import { releaseVm } from "./vm-end.ts";
import { settleResizedVm } from "./vm-size-moves.ts";

/** What an instance consists of, as the columns of VMs and plans have it. */
export interface InstanceShape {
  cpu: number;
  ram_mb: number;
  gpu_model: string | null;
  gpu_count: number;
  disk_gb: number;
}

export interface VmResizePlanInput extends ProviderSagaInput {
  /** The state that the VM had, and has again when it is done. */
  readonly before: VmStatus;
  readonly plan_id: string;
  readonly from_plan_id: string;
  readonly from: InstanceShape;
  readonly to: InstanceShape;
}

/** running|stopped → resizing_plan → the state it had. A machine changes its size while it is off. */
export const vmResizePlanSaga = defineProviderSaga<VmResizePlanInput>({
  name: "vm-resize-plan",
  steps: [
    {
      name: "shut-down-instance",
      async do({ compute, resourceId, input, signal }) {
        if (input.before === "running") await compute.stopInstance(resourceId, { force: false }, signal);
        return undefined;
      },
      async undo({ compute, resourceId, input, signal }) {
        if (input.before === "running") await unlessGone(compute.startInstance(resourceId, signal));
      },
    },
    {
      name: "resize-instance",
      async do({ compute, resourceId, input, signal }) {
        await compute.resizeInstance(resourceId, sizeOf(input.plan_id, input.to), signal);
        return undefined;
      },
      undo: ({ compute, resourceId, input, signal }) =>
        unlessGone(compute.resizeInstance(resourceId, sizeOf(input.from_plan_id, input.from), signal)),
    },
    {
      name: "grow-root-disk",
      async do({ compute, resourceId, input, signal }) {
        await compute.growRootDisk(resourceId, input.to.disk_gb, signal);
        return undefined;
      },
      undo: ({ compute, resourceId, input, signal }) =>
        unlessGone(compute.revertRootDisk(resourceId, input.from.disk_gb, signal)),
    },
    {
      name: "boot-resized-instance",
      async do({ compute, resourceId, input, signal }) {
        if (input.before === "running") await compute.startInstance(resourceId, signal);
        return undefined;
      },
      // What is undone after this is undone on a machine that is off.
      undo: ({ compute, resourceId, signal }) => unlessGone(compute.stopInstance(resourceId, { force: true }, signal)),
    },
  ],
  settle: (transaction, context) =>
    context.outcome === "succeeded"
      ? settleResizedVm(transaction, context)
      : releaseVm(transaction, context, context.input.before),
});

function sizeOf(
  planId: string,
  { cpu, ram_mb: ramMb, gpu_model: gpuModel, gpu_count: gpuCount }: InstanceShape,
): InstanceSize {
  return { planId, cpu, ramMb, gpuModel, gpuCount };
}

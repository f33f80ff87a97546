import type { VmStatus } from "@fulmar/contract";
import type { SagaContext } from "@fulmar/engine";
import { statement, type Transaction } from "@fulmar/prisma";
import type { InstanceSize } from "@fulmar/providers";
import { defineProviderSaga, type ProviderSagaInput, unlessGone } from "../work/provider-saga.ts";
import { releaseVm } from "./vm-state.ts";

const resized = statement(
  "vm_resized",
  `UPDATE vm
      SET status = $status::vm_status, plan_id = $plan_id, cpu = $cpu::int, ram_mb = $ram_mb::int,
          gpu_model = $gpu_model, gpu_count = $gpu_count::int, disk_gb = $disk_gb::int,
                 operation_id = NULL, updated_at = now()
    WHERE workspace_id = $workspace_id::bigint AND vm_id = $vm_id AND operation_id = $operation_id`,
);

const grown = statement(
  "vm_grown",
  `UPDATE vm SET status = $status::vm_status, disk_gb = $disk_gb::int, operation_id = NULL, updated_at = now()
    WHERE workspace_id = $workspace_id::bigint AND vm_id = $vm_id AND operation_id = $operation_id`,
);

/** The size of an instance, with the column names of VMs and plans. */
interface InstanceShape {
  cpu: number;
  ram_mb: number;
  gpu_model: string | null;
  gpu_count: number;
  disk_gb: number;
}

interface VmResizePlanInput extends ProviderSagaInput {
  /** The state of the VM before the operation, to which it returns. */
  readonly before: VmStatus;
  readonly plan_id: string;
  readonly from_plan_id: string;
  readonly from: InstanceShape;
  readonly to: InstanceShape;
}

/** running|stopped → resizing_plan → the former state. The VM is off while its size changes. */
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
      // Later steps are undone while the VM is off.
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

interface VmResizeRootDiskInput extends ProviderSagaInput {
  /** The state of the VM before the operation, to which it returns. */
  readonly before: VmStatus;
  readonly from_disk_gb: number;
  readonly to_disk_gb: number;
}

/** running|stopped → resizing_disk → the former state */
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

/** Writes a VM's new plan and returns it to its former state. */
async function settleResizedVm(
  { sql }: Pick<Transaction, "sql">,
  context: SagaContext<VmResizePlanInput>,
): Promise<void> {
  const { before, plan_id, to } = context.input;
  await sql.query(resized, {
    workspace_id: context.workspaceId,
    vm_id: context.resourceId,
    operation_id: context.operationId,
    status: before,
    plan_id,
    cpu: to.cpu,
    ram_mb: to.ram_mb,
    gpu_model: to.gpu_model,
    gpu_count: to.gpu_count,
    disk_gb: to.disk_gb,
  });
}

/** Writes a VM's larger root disk and returns it to its former state. */
async function settleGrownVm(
  { sql }: Pick<Transaction, "sql">,
  context: SagaContext,
  before: VmStatus,
  diskGb: number,
): Promise<void> {
  await sql.query(grown, {
    workspace_id: context.workspaceId,
    vm_id: context.resourceId,
    operation_id: context.operationId,
    status: before,
    disk_gb: diskGb,
  });
}

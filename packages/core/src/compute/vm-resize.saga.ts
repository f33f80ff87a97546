import type { VmStatus } from "@fulmar/contract";
import type { SagaContext } from "@fulmar/engine";
import { type Database, statement, type Transaction } from "@fulmar/prisma";
import { type InstanceSize, ProviderError } from "@fulmar/providers";
import { defineProviderSaga, type ProviderSagaInput, unlessGone } from "../work/provider-saga.ts";
import type { WorkerServices } from "../work/worker-services.ts";
import { gpusOf, heldBy, NOTHING_RESERVED, OF_OPERATION, releaseVm } from "./vm-state.ts";

const resized = statement(
  "vm_resized",
  `UPDATE vm
      SET status = $status::vm_status, plan_id = $plan_id, cpu = $cpu::int, ram_mb = $ram_mb::int,
          gpu_model = $gpu_model, gpu_count = $gpu_count::int, disk_gb = $disk_gb::int,
          ${NOTHING_RESERVED}, operation_id = NULL, updated_at = now()
    WHERE ${OF_OPERATION}`,
);

// Choosing locks the row of the host, and triggers count the growth there, and hold GPUs, in the same commit: who comes
// next sees it.
// What is reserved already, by a worker that died, is not counted twice. A VM on no host of a list has none to ask.
const reserve = statement(
  "vm_reserve_growth",
  `WITH room AS (
     SELECT h.host_id FROM vm v JOIN site_host h ON h.host_id = v.host_id
      WHERE v.workspace_id = $workspace_id::bigint AND v.vm_id = $vm_id AND v.operation_id = $operation_id
        AND h.cpus >= $cpu::int
        AND ($ram_mb::int <= v.ram_mb
             OR h.ram_mb - h.promised_ram_mb >= $ram_mb::int - greatest(v.ram_mb, v.next_ram_mb))
        AND ($gpu_count::int = 0 OR h.free_gpus IS NULL
             OR coalesce((h.free_gpus ->> $gpu_model)::int, 0) >= $gpu_count::int -
                (SELECT count(*) FROM host_gpu g
                  WHERE g.host_id = h.host_id AND g.vm_id = v.vm_id AND g.model = $gpu_model))
        FOR UPDATE OF h
   )
   UPDATE vm SET next_cpu = $cpu::int, next_ram_mb = $ram_mb::int, next_gpu_model = $gpu_model,
          next_gpu_count = $gpu_count::int
    WHERE ${OF_OPERATION}
      AND (EXISTS (SELECT FROM room) OR NOT EXISTS (SELECT FROM site_host h WHERE h.host_id = vm.host_id))
   RETURNING vm_id`,
);

const giveBack = statement(
  "vm_give_growth_back",
  `UPDATE vm SET ${NOTHING_RESERVED} WHERE ${OF_OPERATION} AND next_ram_mb IS NOT NULL`,
);

const grown = statement(
  "vm_grown",
  `UPDATE vm SET status = $status::vm_status, disk_gb = $disk_gb::int, operation_id = NULL, updated_at = now()
    WHERE ${OF_OPERATION}`,
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
      name: "reserve-room",
      async do(context) {
        await reserveGrowth(context.services.database, context);
        return undefined;
      },
      async undo(context) {
        await context.services.database.sql.query(giveBack, heldBy(context));
      },
    },
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
      async do(context) {
        const { compute, resourceId, input, signal } = context;
        await compute.resizeInstance(resourceId, await sizeOf(context, input.plan_id, input.to), signal);
        return undefined;
      },
      async undo(context) {
        const { compute, resourceId, input, signal } = context;
        await unlessGone(
          compute.resizeInstance(resourceId, await sizeOf(context, input.from_plan_id, input.from), signal),
        );
      },
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

/** @throws ProviderError `site_full` where the host of the VM has no room for its growth */
async function reserveGrowth({ sql }: Pick<Database, "sql">, context: SagaContext<VmResizePlanInput>): Promise<void> {
  const { disk_gb: _, ...size } = context.input.to;
  if ((await sql.query(reserve, { ...heldBy(context), ...size })).length > 0) return;
  throw new ProviderError(
    "site_full",
    "The host of the VM has no room for this plan now; choose a smaller plan, try again later, or create a new VM.",
    { retryable: false },
  );
}

async function sizeOf(
  context: SagaContext<VmResizePlanInput> & { readonly services: Pick<WorkerServices, "database"> },
  planId: string,
  { cpu, ram_mb: ramMb, gpu_model: gpuModel, gpu_count: gpuCount }: InstanceShape,
): Promise<InstanceSize> {
  const gpus = await gpusOf(context.services.database, context, { gpuModel, gpuCount });
  return { planId, cpu, ramMb, gpuModel, gpuCount, gpus };
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

async function settleResizedVm(
  { sql }: Pick<Transaction, "sql">,
  context: SagaContext<VmResizePlanInput>,
): Promise<void> {
  const { before, plan_id, to } = context.input;
  await sql.query(resized, { ...heldBy(context), status: before, plan_id, ...to });
}

async function settleGrownVm(
  { sql }: Pick<Transaction, "sql">,
  context: SagaContext,
  status: VmStatus,
  disk_gb: number,
): Promise<void> {
  await sql.query(grown, { ...heldBy(context), status, disk_gb });
}

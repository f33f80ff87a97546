import type { Acceptance, VmType } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import { soldTo } from "../catalog/index.ts";
import type { RequestContext } from "../request/context.ts";
import { found, invalidField } from "../request/domain-error.ts";
import { hasCards, hasRoomToGrow, siteFull } from "../site/index.ts";
import { changeVm } from "./change-vm.ts";
import { type LockedVm, requireChangeable, type VmInput, vmNoun } from "./vm-guards.ts";
import { vmResizePlanSaga, vmResizeRootDiskSaga } from "./vm-resize.saga.ts";

/** The SKU for a gigabyte of root disk beyond the plan. */
const SKU = "disk.root";

/**
 * Asks billing for the gigabytes of root disk beyond the plan, if there are any.
 * @throws DomainError 402
 */
export async function admitRootDisk(context: RequestContext, gigabytes: number): Promise<void> {
  if (gigabytes > 0) await context.admit({ skuCode: SKU, quantity: gigabytes });
}

/** The gigabytes of a root disk that the plan does not include. */
export function beyondPlan(diskGb: number, planDiskGb: number): number {
  return Math.max(0, diskGb - planDiskGb);
}

const shapeOf = (row: string) =>
  `jsonb_build_object('cpu', ${row}.cpu, 'ram_mb', ${row}.ram_mb, 'gpu_model', ${row}.gpu_model, 'gpu_count', ` +
  `${row}.gpu_count, 'disk_gb', ${row}.disk_gb)`;

const lock = statement(
  "vm_hold_for_plan",
  `SELECT v.status::text, v.operation_id, v.held_reason, v.plan_id, ${shapeOf("v")} AS present, was.disk_gb AS plan_disk_gb,
          was.sku_code AS plan_sku_code,
          CASE WHEN p.plan_id IS NOT NULL THEN ${shapeOf("p")} END AS next, p.sku_code,
          v.site_id = ANY (p.site_ids) AND ${hasCards("v.site_id", "p")} AS offered, p.retired_at,
          ${hasRoomToGrow("v", "p")} AS has_room
     FROM vm v JOIN plan was ON was.plan_id = v.plan_id LEFT JOIN plan p ON p.plan_id = $plan_id AND p.type = v.type
      AND ${soldTo()}
    WHERE v.workspace_id = $workspace_id::bigint AND v.vm_id = $vm_id AND v.type = $type::vm_type
      FOR NO KEY UPDATE OF v`,
);

/**
 * Gives a VM another plan of its type. The root disk grows to the size of a larger plan and never shrinks. Gigabytes
 * that exceed the new plan, and did not exceed the old one, are bought with it, and the old plan is given up.
 * @throws DomainError 404, 400, 409, 402
 */
export async function resizeVmPlan(
  context: RequestContext,
  type: VmType,
  { vm_id, plan_id }: VmInput<"resizePlan">,
): Promise<Acceptance> {
  const { sql, workspace } = context;
  const place = { organization_id: workspace.organizationId, workspace_id: workspace.id, vm_id, type, plan_id };
  const vm = found(await sql.maybe(lock, place), vmNoun(type));
  const { present, next, sku_code: skuCode } = vm;
  if (next === null || skuCode === null)
    throw invalidField("plan_id", `is not a ${type === "gpu" ? "GPU" : "cloud"} plan of the catalog`);
  if (plan_id === vm.plan_id) throw invalidField("plan_id", "must differ from the present plan of the VM");
  if (vm.retired_at !== null) throw invalidField("plan_id", "is retired: choose another plan");
  if (vm.offered !== true) throw invalidField("plan_id", "is not offered at the site of the VM");
  const request = { type, vm_id, action: "resize_plan" } as const;
  await requireChangeable(context, request, vm);
  if (!vm.has_room) throw siteFull();
  const disk_gb = Math.max(present.disk_gb, next.disk_gb);
  const addedGb = beyondPlan(disk_gb, next.disk_gb) - beyondPlan(present.disk_gb, vm.plan_disk_gb);
  await context.admit({
    skuCode,
    adds: { cpus: next.cpu - present.cpu },
    also: [
      { skuCode: vm.plan_sku_code, quantity: -1 },
      { skuCode: SKU, quantity: addedGb },
    ],
  });
  const input = { plan_id, from_plan_id: vm.plan_id, from: present, to: { ...next, disk_gb } };
  return changeVm(context, { ...request, meanwhile: "resizing_plan", saga: vmResizePlanSaga, input });
}

/**
 * Grows a VM's root disk. To its present size it is an operation that changes nothing, so that who asks for a size has
 * it, however often they ask. The disk has at least the size of its plan, so every added gigabyte is bought separately.
 * @param locked the result of `lockQuery`
 * @throws DomainError 404, 400, 409, 402
 */
export async function resizeVmRootDisk(
  context: RequestContext,
  type: VmType,
  { vm_id, disk_gb }: VmInput<"resizeRootDisk">,
  locked: LockedVm | undefined,
): Promise<Acceptance> {
  const vm = found(locked, vmNoun(type));
  if (disk_gb < vm.disk_gb)
    throw invalidField("disk_gb", `must be at least ${vm.disk_gb}, the present size: a root disk can only grow`);
  const request = { type, vm_id, action: "resize_root_disk" } as const;
  await requireChangeable(context, request, vm);
  await context.admit({ skuCode: SKU, quantity: disk_gb - vm.disk_gb });
  return changeVm(context, {
    ...request,
    meanwhile: "resizing_disk",
    saga: vmResizeRootDiskSaga,
    input: { from_disk_gb: vm.disk_gb, to_disk_gb: disk_gb },
  });
}

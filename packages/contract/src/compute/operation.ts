import { z } from "zod";
import { ResourceId, Timestamp } from "../kernel/fields.ts";
import { defineOperation } from "../kernel/operation.ts";

/** spec: Operation (compute) */
export const OperationAction = z.enum([
  "create",
  "start",
  "stop",
  "reboot",
  "delete",
  "resize",
  "attach_volume",
  "detach_volume",
  "resize_plan",
  "resize_root_disk",
  "update_access",
  "snapshot",
  "restore",
  "rebuild",
  "rescue",
]);
export type OperationAction = z.infer<typeof OperationAction>;

export const OperationStatus = z.enum(["accepted", "running", "waiting", "compensating", "succeeded", "failed", "cancelled", "timed_out"]);
export type OperationStatus = z.infer<typeof OperationStatus>;

/** Statuses that never change again. */
export const TERMINAL_OPERATION_STATUSES = ["succeeded", "failed", "cancelled", "timed_out"] as const satisfies readonly OperationStatus[];

/** What an asynchronous request answers with 202. */
export const Acceptance = z
  .strictObject({ operation_id: z.string(), vm_id: z.string(), status: z.string(), submitted_at: Timestamp })
  .meta({ id: "Acceptance" });
export type Acceptance = z.infer<typeof Acceptance>;

export const ComputeOperation = z
  .strictObject({
    operation_id: z.string(),
    vm_id: z.string(),
    action: OperationAction,
    status: OperationStatus,
    submitted_at: Timestamp,
    updated_at: Timestamp,
    current_step: z.string().nullable(),
    error_code: z.string().nullable(),
    error_message: z.string().nullable(),
  })
  .meta({ id: "Operation" });
export type ComputeOperation = z.infer<typeof ComputeOperation>;

export const operationGet = defineOperation({
  id: "operation.get",
  family: "Compute",
  method: "GET",
  path: "/compute/operations/{operation_id}",
  scope: "vm.read",
  summary: "Get the state of an asynchronous operation",
  description: "With `wait`, the answer is held until the operation has ended or that many seconds have passed.",
  params: { operation_id: ResourceId },
  query: { wait: z.int().min(0).max(60).default(0) },
  output: ComputeOperation,
  errors: ["not_found"],
});

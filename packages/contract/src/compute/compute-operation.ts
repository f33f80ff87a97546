import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { pageQuery, ResourceId, ShownRestorableUntil, severalOf, Timestamp, waitQuery } from "../values/fields.ts";
import { OPERATION_ACTIONS, OPERATION_STATUSES, OPERATION_STEP_STATUSES } from "./compute-operation-states.ts";

export const OperationAction = z.enum(OPERATION_ACTIONS);
export type OperationAction = z.infer<typeof OperationAction>;

export const OperationStatus = z.enum(OPERATION_STATUSES);
export type OperationStatus = z.infer<typeof OperationStatus>;

/** The 202 answer of an asynchronous request. */
export const Acceptance = z
  .strictObject({
    operation_id: z.string(),
    vm_id: z.string(),
    status: z.string(),
    submitted_at: Timestamp,
    restorable_until: ShownRestorableUntil,
  })
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

export const OperationStepStatus = z.enum(OPERATION_STEP_STATUSES);
export type OperationStepStatus = z.infer<typeof OperationStepStatus>;

export const OperationStep = z
  .strictObject({
    name: z.string(),
    status: OperationStepStatus,
    attempt: z.int(),
    started_at: Timestamp.nullable(),
    finished_at: Timestamp.nullable(),
    error: z.string().nullable(),
  })
  .meta({ id: "OperationStep" });
export type OperationStep = z.infer<typeof OperationStep>;

const operationId = { operation_id: ResourceId };
const reads = { family: "Compute", method: "GET", scope: "vm.read" } as const;

export const operationList = defineOperation({
  ...reads,
  id: "operation.list",
  resource: "operation",
  path: "/compute/operations",
  summary: "List asynchronous operations",
  query: {
    ...pageQuery(),
    vm_id: ResourceId.optional(),
    status: severalOf(OperationStatus),
    action: severalOf(OperationAction),
  },
  output: z.array(ComputeOperation),
  list: true,
});

export const operationGet = defineOperation({
  ...reads,
  id: "operation.get",
  resource: "operation",
  path: "/compute/operations/{operation_id}",
  summary: "Get the state of an asynchronous operation",
  description:
    "With `wait`, the answer is held until the operation has ended or that many seconds have passed. " +
    "While its site is fenced, an unfinished operation waits with the `error_code` `site_fenced`, and " +
    "`error_message` says why.",
  params: operationId,
  query: waitQuery,
  output: ComputeOperation,
  errors: ["not_found"],
});

export const operationSteps = defineOperation({
  ...reads,
  id: "operation.steps",
  resource: "operation",
  path: "/compute/operations/{operation_id}/steps",
  summary: "List the steps of an asynchronous operation in their order",
  params: operationId,
  output: z.array(OperationStep),
  errors: ["not_found"],
});

export const operationCancel = defineOperation({
  id: "operation.cancel",
  resource: "operation",
  family: "Compute",
  method: "POST",
  path: "/compute/operations/{operation_id}/cancel",
  scope: "vm.write",
  summary: "Cancel an asynchronous operation",
  description:
    "Possible until the operation's point of no return. Completed steps are undone; poll the operation " +
    "until it is `cancelled`.",
  params: operationId,
  output: ComputeOperation,
  errors: ["not_found", "conflict"],
});

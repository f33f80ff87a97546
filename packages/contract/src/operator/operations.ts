// The operations of all tenants, as who runs the installation sees them.
import { z } from "zod";
import { OperationStatus } from "../compute/compute-operation.ts";
import { OrganizationId } from "../console/organization.ts";
import { defineOperation } from "../declaration/operation.ts";
import { pageQuery, ResourceId, Timestamp } from "../values/fields.ts";

const shared = { family: "Operator", audience: "operator", subject: "installation" } as const;

export const OperatorOperation = z
  .strictObject({
    operation_id: z.string(),
    status: OperationStatus,
    action: z.string(),
    resource_type: z.string(),
    resource_id: z.string(),
    workspace_id: z.string(),
    workspace_name: z.string(),
    organization_id: z.string(),
    organization_name: z.string(),
    error_code: z.string().nullable(),
    error_message: z.string().nullable(),
    /** Why its site keeps it from going on, or null. */
    hold_reason: z.string().nullable(),
    submitted_at: Timestamp,
    finished_at: Timestamp.nullable(),
  })
  .meta({ id: "OperatorOperation" });
export type OperatorOperation = z.infer<typeof OperatorOperation>;

/** How long something took, and how long the same takes usually; null where there is nothing to compare. */
const took = { seconds: z.number(), usual_seconds: z.number().nullable() };

/** The course of an operation, and why it waits. */
export const OperationExplanation = z
  .strictObject({
    operation_id: z.string(),
    status: z.string(),
    action: z.string(),
    resource_id: z.string(),
    workspace_id: z.string(),
    /** Null for what the product does by itself. */
    asked_by: z
      .strictObject({
        type: z.string(),
        id: z.string(),
        name: z.string(),
        request_id: z.string(),
        source_ip: z.string().nullable(),
      })
      .nullable(),
    submitted_at: Timestamp,
    finished_at: Timestamp.nullable(),
    ...took,
    worker: z.string().nullable(),
    steps: z.array(
      z.strictObject({
        name: z.string(),
        status: z.string(),
        attempts: z.int(),
        started_at: Timestamp,
        finished_at: Timestamp.nullable(),
        error: z.string().nullable(),
        ...took,
      }),
    ),
    error: z.strictObject({ code: z.string(), message: z.string().nullable() }).nullable(),
    /** Why it goes on or waits; null when it has ended. */
    waiting: z.string().nullable(),
    /** All of it in plain sentences, in the order of time. */
    sentences: z.array(z.string()),
  })
  .meta({ id: "OperationExplanation" });
export type OperationExplanation = z.infer<typeof OperationExplanation>;

const operatorOperationList = defineOperation({
  ...shared,
  id: "operatorOperation.list",
  resource: "operation",
  method: "GET",
  path: "/operator/operations",
  summary: "List the operations of all organizations, newest first",
  description: "`state` is `open` for operations that have not ended, `failed` for those that failed or timed out.",
  query: {
    ...pageQuery(),
    state: z.enum(["open", "failed"]).optional(),
    organization_id: OrganizationId.optional(),
  },
  output: z.array(OperatorOperation),
  list: true,
});

const operatorOperationGet = defineOperation({
  ...shared,
  id: "operatorOperation.get",
  resource: "operation",
  method: "GET",
  path: "/operator/operations/{operation_id}",
  summary: "Get the progress of an operation, step by step, and why it waits",
  params: { operation_id: ResourceId },
  output: OperationExplanation,
  errors: ["not_found"],
});

export const operatorOperationOperations = [operatorOperationList, operatorOperationGet] as const;

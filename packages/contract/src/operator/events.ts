// The audit trail of those who run the installation.
import { z } from "zod";
import { OrganizationId } from "../console/organization.ts";
import { defineOperation } from "../declaration/operation.ts";
import { pageQuery, ResourceId, Timestamp } from "../values/fields.ts";

/** A change that an operator made, planned or was refused, or that a part of the installation made. */
export const OperatorEvent = z
  .strictObject({
    event_id: z.string(),
    actor_type: z.enum(["system", "token", "user"]),
    actor_id: z.string(),
    actor_name: z.string(),
    /** The operation, such as `operatorOrganization.suspend`, or what happened, such as `payment.disputed`. */
    action: z.string(),
    resource_type: z.string(),
    resource_id: z.string().nullable(),
    /** The organization that it concerned. Null if it concerned the installation. */
    organization_id: z.string().nullable(),
    /** What the operator gave as reason. */
    reason: z.string().nullable(),
    /** The fields of the request, without secrets. */
    fields: z.record(z.string(), z.unknown()),
    request_id: z.string(),
    source_ip: z.string().nullable(),
    /** The HTTP status of the answer. */
    result: z.int(),
    /** Whether the operator only asked what it would do. */
    planned: z.boolean(),
    at: Timestamp,
  })
  .meta({ id: "OperatorEvent" });
export type OperatorEvent = z.infer<typeof OperatorEvent>;

const operatorEventList = defineOperation({
  id: "operatorEvent.list",
  resource: "operator_event",
  family: "Operator",
  audience: "operator",
  subject: "installation",
  method: "GET",
  path: "/operator/events",
  summary: "List what operators have changed, and by whom, newest first",
  query: {
    ...pageQuery(),
    organization_id: OrganizationId.optional(),
    actor_id: ResourceId.optional(),
    resource_id: ResourceId.optional(),
  },
  output: z.array(OperatorEvent),
  list: true,
});

export const operatorEventOperations = [operatorEventList] as const;

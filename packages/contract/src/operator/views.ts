// Operators' views of customers' organizations. A view shows what its viewers see.
import { z } from "zod";
import { EndedBy } from "../console/operator-view.ts";
import { defineOperation } from "../declaration/operation.ts";
import { pageQuery, ResourceId, Timestamp } from "../values/fields.ts";
import { Reason } from "./organizations.ts";

const shared = {
  family: "Operator",
  resource: "operator_acting",
  audience: "operator",
  subject: "installation",
} as const;
const views = "/operator/acting";
const oneView = { acting_id: ResourceId };

/** The longest time, and the usual one. */
const MOST_VIEW_MINUTES = 60;
const USUAL_MINUTES = 30;

export const OperatorActing = z
  .strictObject({
    acting_id: z.string(),
    organization_id: z.string(),
    organization_name: z.string(),
    user_id: z.string(),
    operator_name: z.string(),
    reason: z.string(),
    started_at: Timestamp,
    /** When it ends by itself. */
    ends_at: Timestamp,
    ended_at: Timestamp.nullable(),
    ended_by: EndedBy,
    /** Whether it lets the operator in. */
    active: z.boolean(),
  })
  .meta({ id: "OperatorActing" });
export type OperatorActing = z.infer<typeof OperatorActing>;

const operatorActingList = defineOperation({
  ...shared,
  id: "operatorActing.list",
  method: "GET",
  path: views,
  summary: "List operators' views of customers' organizations, newest first",
  query: { ...pageQuery(), organization_id: ResourceId.optional(), user_id: ResourceId.optional() },
  output: z.array(OperatorActing),
  list: true,
});

const operatorActingGet = defineOperation({
  ...shared,
  id: "operatorActing.get",
  method: "GET",
  path: `${views}/{acting_id}`,
  summary: "Get one view of a customer's organization",
  params: oneView,
  output: OperatorActing,
  errors: ["not_found"],
});

export const NewActing = z
  .strictObject({
    organization_id: ResourceId,
    reason: Reason,
    minutes: z.int().min(1).max(MOST_VIEW_MINUTES).default(USUAL_MINUTES),
  })
  .meta({
    id: "NewActing",
    examples: [{ organization_id: "org_01kahbq3v5f8wz2m4n6p7r9s0t", reason: "Ticket 4711.", minutes: 30 }],
  });

const operatorActingStart = defineOperation({
  ...shared,
  id: "operatorActing.start",
  method: "POST",
  path: views,
  success: 201,
  summary: "View a customer's organization as its viewers do, for a time and with a reason that it sees",
  description:
    "For a person at the console, only in the browser that begins it. Nothing can be changed, and " +
    "contents of buckets, values of secrets, console logs and terminals are not shown. It ends by " +
    "itself, or with the operator's role, sign-out or lock. An operator has one view at a time.",
  body: NewActing,
  output: OperatorActing,
  errors: ["not_found", "conflict"],
});

const operatorActingEnd = defineOperation({
  ...shared,
  id: "operatorActing.end",
  method: "POST",
  path: `${views}/{acting_id}/end`,
  summary: "End a view of a customer's organization",
  params: oneView,
  output: OperatorActing,
  errors: ["not_found", "conflict"],
});

export const operatorActingOperations = [
  operatorActingList,
  operatorActingGet,
  operatorActingStart,
  operatorActingEnd,
] as const;

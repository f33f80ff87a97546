// Requests of guarded tokens that wait for a person (docs/adr/0077).
import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { ChangePlan } from "../foresight/change-plan.ts";
import { pageQuery, ResourceId, Timestamp } from "../values/fields.ts";
import { APPROVAL_STATUSES } from "./states.ts";

const Person = z.strictObject({ user_id: z.string(), name: z.string() });

/** A request of a guarded token that waits for a person, or what became of it. */
export const Approval = z
  .strictObject({
    approval_id: z.string(),
    status: z.enum(APPROVAL_STATUSES),
    token_id: z.string(),
    token_name: z.string(),
    /** The operation that the token asked for, such as `cloudVm.delete`. */
    operation: z.string(),
    /** What the operation does, in words. */
    summary: z.string(),
    /** Method and path of the request, such as `DELETE /compute/cloud-vms/vm_…`. */
    request: z.string(),
    resource_id: z.string().nullable(),
    created_at: Timestamp,
    /** Until then it can be approved, and an approved one be carried out. */
    expires_at: Timestamp,
    /** Who approved first, where two people must. */
    first_approved_by: Person.nullable(),
    /** Who approved or rejected it last. Null for one that nobody decided. */
    decided_by: Person.nullable(),
    decided_at: Timestamp.nullable(),
    /** Why it was rejected. */
    reason: z.string().nullable(),
    /** What the request was answered when it was carried out or failed. Null before. */
    outcome: z
      .strictObject({
        status: z.int().nullable(),
        code: z.string().nullable(),
        detail: z.string().nullable(),
        /** What a plan made anew said otherwise than the approved one, in sentences. */
        differences: z.array(z.string()),
      })
      .nullable(),
  })
  .meta({ id: "Approval" });
export type Approval = z.infer<typeof Approval>;

/**
 * How an approval shows a field of its request. `value` is what was sent. Of a `secret`, nothing but that it is set.
 * Of an
 * `ssh_key`, type, fingerprint and comment. Of a `text`, its size and digest. A `hidden` field is one that the caller
 * may not read.
 */
const SHOWN_KINDS = ["value", "secret", "ssh_key", "text", "hidden"] as const;

export const RequestedField = z
  .strictObject({
    /** Nested fields are joined by dots: `ssh_keys.0`. */
    field: z.string(),
    shown_as: z.enum(SHOWN_KINDS),
    /** Null for a hidden field. */
    value: z.unknown(),
    /** A `text` in full, for users who may decide, while the request waits. */
    text: z.string().nullable(),
  })
  .meta({ id: "RequestedField" });
export type RequestedField = z.infer<typeof RequestedField>;

/** An approval with the plan that it is about, and whether the caller may decide it. */
export const ApprovalDetail = Approval.extend({
  /**
   * Every field of the request: those of its path, its query and its body, with the defaults of those that were not
   * sent.
   */
  fields: z.array(RequestedField),
  /** What the request does that its plan does not show, in sentences. */
  warnings: z.array(z.string()),
  /** Names and fields that the caller may not read are left out. */
  plan: ChangePlan,
  /** When the plan was made. */
  planned_at: Timestamp,
  /** Whether two different people must approve it. This is decided by the organization's rule when it is asked for. */
  needs_two_people: z.boolean(),
  /**
   * Why the first approval no longer counts, in a sentence: who gave it has left, or may not do so any more. Null if
   * it counts.
   */
  first_approval_lapsed: z.string().nullable(),
  /** Why the caller may not decide it, in a sentence. Null if they may. */
  undecidable: z.string().nullable(),
}).meta({ id: "ApprovalDetail" });
export type ApprovalDetail = z.infer<typeof ApprovalDetail>;

export const ApprovalRejection = z
  .strictObject({ reason: z.string().max(500).default("") })
  .meta({ id: "ApprovalRejection", examples: [{ reason: "The volume is still needed." }] });

const approvals = { resource: "approval", family: "Approvals", scope: null } as const;
const approvalId = { approval_id: ResourceId };
const path = "/approvals/{approval_id}" as const;

const approvalList = defineOperation({
  ...approvals,
  id: "approval.list",
  method: "GET",
  path: "/approvals",
  summary: "List approval requests, pending and decided, newest first",
  description: "A token sees its own requests; a console user sees those of the workspace. They are kept for 30 days.",
  query: { ...pageQuery(), status: z.enum(APPROVAL_STATUSES).optional() },
  output: z.array(Approval),
  list: true,
});

const approvalGet = defineOperation({
  ...approvals,
  id: "approval.get",
  method: "GET",
  path,
  summary: "Get an approval request with its outcome",
  description:
    "`status` becomes `carried_out` once a person has approved the request and it has been carried out; " +
    "`outcome` has the status of its answer.",
  params: approvalId,
  output: ApprovalDetail,
  errors: ["not_found"],
});

const decided = {
  ...approvals,
  audience: "console",
  params: approvalId,
  output: ApprovalDetail,
  errors: ["not_found", "conflict"],
} as const;

const approvalApprove = defineOperation({
  ...decided,
  id: "approval.approve",
  method: "POST",
  path: `${path}/approve`,
  summary: "Approve a request, and carry it out",
  description:
    "Needs the scope of the request's operation. It is carried out at once and once, as the token's, if the plan is " +
    "still the same; else its status becomes `failed`, and `outcome` says what differs.",
});

const approvalReject = defineOperation({
  ...decided,
  id: "approval.reject",
  method: "POST",
  path: `${path}/reject`,
  summary: "Reject a request",
  body: ApprovalRejection,
});

/** The family's operations, in the documentation's order. */
export const approvalOperations = [approvalList, approvalGet, approvalApprove, approvalReject] as const;

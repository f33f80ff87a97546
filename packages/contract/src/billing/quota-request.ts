// Requests of tenants for higher quotas, which operators decide (docs/adr/0123).
import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { pageQuery, ResourceId, Timestamp } from "../values/fields.ts";
import { keptAs } from "../values/normal-form.ts";
import { QUOTA_REQUEST_STATES } from "./limits.ts";
import { QuotaResource } from "./quota.ts";

const Wanted = z.int().min(1).max(2_147_483_647);

export const QuotaRequest = z
  .strictObject({
    quota_request_id: z.string(),
    workspace_id: z.string(),
    resource: QuotaResource,
    /** The limit that is asked for. */
    wanted: z.int(),
    reason: z.string(),
    status: z.enum(QUOTA_REQUEST_STATES),
    /** The limit that an operator has given, which may be less. */
    granted: z.int().nullable(),
    /** What the operator says to it. */
    answer: z.string().nullable(),
    requester_name: z.string(),
    created_at: Timestamp,
    decided_at: Timestamp.nullable(),
  })
  .meta({ id: "QuotaRequest" });
export type QuotaRequest = z.infer<typeof QuotaRequest>;

export const NewQuotaRequest = z
  .strictObject({
    resource: QuotaResource,
    wanted: Wanted.describe("The limit that the workspace should have."),
    reason: keptAs("trim", z.string().trim().min(1).max(500)).describe("What it is needed for."),
  })
  .meta({ id: "NewQuotaRequest", examples: [{ resource: "cpus", wanted: 400, reason: "The launch in May." }] });

const shared = { resource: "quota_request", family: "Billing" } as const;
const path = "/billing/quota-requests" as const;
const one = `${path}/{quota_request_id}` as const;
const params = { quota_request_id: ResourceId };

const quotaRequestList = defineOperation({
  ...shared,
  id: "quotaRequest.list",
  method: "GET",
  path,
  scope: "billing.read",
  summary: "List the workspace's requests for higher quotas, newest first",
  query: { ...pageQuery(), status: z.enum(QUOTA_REQUEST_STATES).optional() },
  output: z.array(QuotaRequest),
  list: true,
});

const quotaRequestCreate = defineOperation({
  ...shared,
  id: "quotaRequest.create",
  method: "POST",
  path,
  scope: "billing.write",
  summary: "Ask for a higher quota",
  description:
    "An operator grants all or part of it, or refuses it with a reason, and the requester gets an " +
    "e-mail. A workspace can have one open request for each quota.",
  success: 201,
  body: NewQuotaRequest,
  output: QuotaRequest,
  errors: ["conflict"],
});

const quotaRequestGet = defineOperation({
  ...shared,
  id: "quotaRequest.get",
  method: "GET",
  path: one,
  scope: "billing.read",
  summary: "Get a request for a higher quota",
  params,
  output: QuotaRequest,
  errors: ["not_found"],
});

const quotaRequestWithdraw = defineOperation({
  ...shared,
  id: "quotaRequest.withdraw",
  method: "POST",
  path: `${one}/withdraw`,
  scope: "billing.write",
  summary: "Withdraw an open request for a higher quota",
  params,
  output: QuotaRequest,
  errors: ["not_found", "conflict"],
});

export const quotaRequestOperations = [
  quotaRequestList,
  quotaRequestCreate,
  quotaRequestGet,
  quotaRequestWithdraw,
] as const;

// Quotas by the class of an organization, and the requests of tenants for more (docs/adr/0123).
import { z } from "zod";
import { QUOTA_REQUEST_STATES } from "../billing/limits.ts";
import { QuotaResource } from "../billing/quota.ts";
import { QuotaRequest } from "../billing/quota-request.ts";
import { OrganizationId } from "../console/organization.ts";
import { defineOperation } from "../declaration/operation.ts";
import { pageQuery, ResourceId, Timestamp } from "../values/fields.ts";
import { keptAs } from "../values/normal-form.ts";
import { Reason } from "./organizations.ts";

const shared = { family: "Operator", audience: "operator", subject: "installation" } as const;
const classes = { ...shared, resource: "quota_class", path: "/operator/quota-classes" } as const;
const ClassId = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,39}$/, "must begin with a letter, and have at most 40 small letters, digits and hyphens");
const oneClass = {
  ...classes,
  path: "/operator/quota-classes/{class_id}",
  params: { class_id: ResourceId },
} as const;

const Limit = z.int().min(0).max(2_147_483_647).nullable();
const limitOf = Limit.optional();
const Limits = z.strictObject({
  ...{ buckets: limitOf, cdn_distributions: limitOf, cloud_vms: limitOf, cpus: limitOf, gpu_vms: limitOf },
  images: limitOf,
  ...{ load_balancers: limitOf, nat_gateways: limitOf, reserved_ips: limitOf, volume_gb: limitOf, volumes: limitOf },
});

export const OperatorQuotaClass = z
  .strictObject({
    class_id: z.string(),
    name: z.string(),
    /** Whether new organizations are of it. */
    is_default: z.boolean(),
    organizations: z.int(),
    /** Each resource that can be limited. Null: no limit. */
    limits: z.array(z.strictObject({ resource: QuotaResource, limit: z.int().nullable() })),
    created_at: Timestamp,
  })
  .meta({ id: "OperatorQuotaClass" });
export type OperatorQuotaClass = z.infer<typeof OperatorQuotaClass>;

const operatorQuotaClassList = defineOperation({
  ...classes,
  id: "operatorQuotaClass.list",
  method: "GET",
  summary: "List the classes of organizations with their quotas",
  output: z.array(OperatorQuotaClass),
});

const operatorQuotaClassGet = defineOperation({
  ...oneClass,
  id: "operatorQuotaClass.get",
  method: "GET",
  summary: "Get a class of organizations with its quotas",
  output: OperatorQuotaClass,
  errors: ["not_found"],
});

export const NewQuotaClass = z
  .strictObject({
    class_id: ClassId,
    name: keptAs("trim", z.string().trim().min(1).max(60)),
    limits: Limits.default({}).describe("What is left out has no limit."),
  })
  .meta({ id: "NewQuotaClass", examples: [{ class_id: "trusted", name: "Trusted", limits: { cpus: 1000 } }] });

const operatorQuotaClassCreate = defineOperation({
  ...classes,
  id: "operatorQuotaClass.create",
  method: "POST",
  summary: "Create a class of organizations",
  success: 201,
  body: NewQuotaClass,
  output: OperatorQuotaClass,
  errors: ["conflict"],
});

export const QuotaClassLimits = z
  .strictObject({ limits: Limits.describe("What is left out stays. Null: no limit.") })
  .meta({ id: "QuotaClassLimits", examples: [{ limits: { cpus: 400, gpu_vms: null } }] });

const operatorQuotaClassSetLimits = defineOperation({
  ...oneClass,
  id: "operatorQuotaClass.setLimits",
  method: "PATCH",
  path: "/operator/quota-classes/{class_id}/limits",
  summary: "Change the quotas of a class and of the workspaces that follow it",
  description: "A workspace's own quotas stay, and so does what exists beyond a lower limit.",
  body: QuotaClassLimits,
  output: OperatorQuotaClass,
  errors: ["not_found"],
});

const operatorQuotaClassSetDefault = defineOperation({
  ...oneClass,
  id: "operatorQuotaClass.setDefault",
  method: "POST",
  path: "/operator/quota-classes/{class_id}/default",
  summary: "Make this class the default for new organizations",
  output: OperatorQuotaClass,
  errors: ["not_found"],
});

const operatorQuotaClassRemove = defineOperation({
  ...oneClass,
  id: "operatorQuotaClass.remove",
  method: "DELETE",
  summary: "Remove a class without organizations",
  output: z.strictObject({ class_id: z.string() }),
  errors: ["not_found", "conflict"],
});

export const OrganizationQuotaClass = z
  .strictObject({ class_id: ClassId, reason: Reason })
  .meta({ id: "OrganizationQuotaClass", examples: [{ class_id: "standard", reason: "A year of paid invoices." }] });

const operatorOrganizationSetQuotaClass = defineOperation({
  ...shared,
  resource: "organization",
  id: "operatorOrganization.setQuotaClass",
  method: "PUT",
  path: "/operator/organizations/{organization_id}/quota-class",
  summary: "Set the class of an organization, with a reason that its members see",
  description: "Its workspaces get the quotas of the class, except where they have their own.",
  params: { organization_id: OrganizationId },
  body: OrganizationQuotaClass,
  output: z.strictObject({ organization_id: z.string(), class_id: z.string() }),
  errors: ["not_found"],
});

const requests = { ...shared, resource: "quota_request", path: "/operator/quota-requests" } as const;
const request = "/operator/quota-requests/{quota_request_id}" as const;
const params = { quota_request_id: ResourceId };

export const OperatorQuotaRequest = QuotaRequest.extend({
  organization_id: z.string(),
  organization_name: z.string(),
  workspace_name: z.string(),
  /** The workspace's limit now, and what it uses of it. */
  limit: z.int().nullable(),
  used: z.int(),
}).meta({ id: "OperatorQuotaRequest" });
export type OperatorQuotaRequest = z.infer<typeof OperatorQuotaRequest>;

const operatorQuotaRequestList = defineOperation({
  ...requests,
  id: "operatorQuotaRequest.list",
  method: "GET",
  summary: "List the requests for higher quotas, newest first",
  query: { ...pageQuery(), status: z.enum(QUOTA_REQUEST_STATES).optional() },
  output: z.array(OperatorQuotaRequest),
  list: true,
});

const operatorQuotaRequestGet = defineOperation({
  ...requests,
  id: "operatorQuotaRequest.get",
  method: "GET",
  path: request,
  summary: "Get a request for a higher quota",
  params,
  output: OperatorQuotaRequest,
  errors: ["not_found"],
});

export const QuotaGrant = z
  .strictObject({
    granted: z.int().min(0).max(2_147_483_647).optional().describe("The new limit. Left out: what was asked for."),
    reason: Reason.optional().describe("What is said to it, such as why it is less."),
  })
  .meta({ id: "QuotaGrant", examples: [{ granted: 300, reason: "More from June on." }] });

const operatorQuotaRequestGrant = defineOperation({
  ...requests,
  id: "operatorQuotaRequest.grant",
  method: "POST",
  path: `${request}/grant`,
  summary: "Grant a request for a higher quota, or a part of it",
  description: "The workspace then has this limit as its own. The requester gets an e-mail.",
  params,
  body: QuotaGrant,
  output: OperatorQuotaRequest,
  errors: ["not_found", "conflict"],
});

export const QuotaRefusal = z
  .strictObject({ reason: Reason })
  .meta({ id: "QuotaRefusal", examples: [{ reason: "Please pay the invoice of May first." }] });

const operatorQuotaRequestRefuse = defineOperation({
  ...requests,
  id: "operatorQuotaRequest.refuse",
  method: "POST",
  path: `${request}/refuse`,
  summary: "Refuse a request for a higher quota, with a reason",
  description: "The requester gets an e-mail with the reason.",
  params,
  body: QuotaRefusal,
  output: OperatorQuotaRequest,
  errors: ["not_found", "conflict"],
});

export const operatorQuotaOperations = [
  operatorQuotaClassList,
  operatorQuotaClassGet,
  operatorQuotaClassCreate,
  operatorQuotaClassSetLimits,
  operatorQuotaClassSetDefault,
  operatorQuotaClassRemove,
  operatorOrganizationSetQuotaClass,
  operatorQuotaRequestList,
  operatorQuotaRequestGet,
  operatorQuotaRequestGrant,
  operatorQuotaRequestRefuse,
] as const;

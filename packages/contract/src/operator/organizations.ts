// The organizations of the installation, as who runs it sees them.
import { z } from "zod";
import { BillingDetails } from "../billing/details.ts";
import { DecimalText } from "../billing/usage.ts";
import { OrganizationId } from "../console/organization.ts";
import { WalletRecord } from "../console/wallet.ts";
import { defineOperation } from "../declaration/operation.ts";
import { ROLES } from "../declaration/roles.ts";
import { AMOUNT, AMOUNT_ABOVE_ZERO, decimal } from "../values/decimal.ts";
import { Moment, pageQuery, searchQuery, Timestamp } from "../values/fields.ts";
import { keptAs } from "../values/normal-form.ts";

const shared = {
  family: "Operator",
  resource: "organization",
  audience: "operator",
  subject: "installation",
} as const;
const organizations = "/operator/organizations";
const organization = `${organizations}/{organization_id}` as const;
const oneOrganization = { organization_id: OrganizationId };

/** Why an operator acts on a customer. It is in both audit trails. */
export const Reason = keptAs("trim", z.string().trim().min(1).max(200));

export const OperatorOrganization = z
  .strictObject({
    organization_id: z.string(),
    name: z.string(),
    created_at: Timestamp,
    balance: DecimalText,
    credit_limit: DecimalText,
    currency: z.string(),
    suspended_at: Timestamp.nullable(),
    suspended_by: z.enum(["operator", "metering", "dunning"]).nullable(),
    suspended_reason: z.string().nullable(),
    workspaces: z.int(),
    members: z.int(),
    /** The e-mail addresses of its owners. */
    owners: z.array(z.string()),
    /** The class that its quotas come from. */
    quota_class_id: z.string(),
  })
  .meta({ id: "OperatorOrganization" });
export type OperatorOrganization = z.infer<typeof OperatorOrganization>;

const operatorOrganizationList = defineOperation({
  ...shared,
  id: "operatorOrganization.list",
  method: "GET",
  path: organizations,
  summary: "List the organizations of the installation, newest first",
  description: "`search` matches part of the name or of the e-mail address of a member.",
  query: { ...pageQuery(), ...searchQuery, suspended: z.boolean().optional() },
  output: z.array(OperatorOrganization),
  list: true,
});

const operatorOrganizationGet = defineOperation({
  ...shared,
  id: "operatorOrganization.get",
  method: "GET",
  path: organization,
  summary: "Get an organization with its workspaces and members",
  params: oneOrganization,
  output: OperatorOrganization.extend({
    workspace_list: z.array(z.strictObject({ workspace_id: z.string(), name: z.string() })),
    /** Its first 200 members, by e-mail address. */
    member_list: z.array(
      z.strictObject({ user_id: z.string(), name: z.string(), email: z.string(), role: z.enum(ROLES) }),
    ),
    billing_details: BillingDetails,
  }).meta({ id: "OperatorOrganizationDetail" }),
  errors: ["not_found"],
});

export const OrganizationSuspension = z
  .strictObject({ reason: Reason })
  .meta({ id: "OrganizationSuspension", examples: [{ reason: "The invoice of October is not paid." }] });

const operatorOrganizationSuspend = defineOperation({
  ...shared,
  id: "operatorOrganization.suspend",
  method: "POST",
  path: `${organization}/suspend`,
  summary: "Suspend purchases of an organization, with a reason that its members see",
  description: "What runs continues for a grace period and is charged. An operator ends the suspension.",
  params: oneOrganization,
  body: OrganizationSuspension,
  output: WalletRecord,
  errors: ["not_found"],
});

export const OrganizationResumption = z
  .strictObject({
    due_at: Moment.optional().describe(
      "When the overdue invoices are due again. Left out: after the days that the settings give to a new invoice.",
    ),
    reason: Reason.optional().describe("Why they are postponed. Members see it."),
  })
  .meta({ id: "OrganizationResumption", examples: [{ due_at: "2030-02-01T00:00:00Z", reason: "Ticket 4711" }] });

const operatorOrganizationResume = defineOperation({
  ...shared,
  id: "operatorOrganization.resume",
  method: "POST",
  path: `${organization}/resume`,
  summary: "End the suspension of an organization",
  description:
    "If dunning would suspend it again at once, all its overdue invoices are postponed. Metering " +
    "suspends it again at the next hour if the funds are still insufficient.",
  params: oneOrganization,
  body: OrganizationResumption,
  output: WalletRecord,
  errors: ["not_found", "conflict"],
});

export const TopUp = z
  .strictObject({
    amount: decimal(AMOUNT_ABOVE_ZERO, "must be an amount above 0 such as 100.50, with at most 8 decimals"),
    reference: keptAs("trim", z.string().trim().min(1).max(200)),
  })
  .meta({ id: "TopUp", examples: [{ amount: "100.50", reference: "Transfer 2026-117" }] });

const operatorOrganizationTopUp = defineOperation({
  ...shared,
  id: "operatorOrganization.topUp",
  method: "POST",
  path: `${organization}/top-ups`,
  summary: "Add a payment to the balance of an organization",
  description: "Each `reference`, such as the number of a bank transfer, is credited once in an organization.",
  success: 201,
  params: oneOrganization,
  body: TopUp,
  output: WalletRecord,
  errors: ["not_found", "conflict"],
});

export const CreditLimit = z
  .strictObject({
    credit_limit: decimal(AMOUNT, "must be an amount such as 100.50, with at most 8 decimals"),
  })
  .meta({ id: "CreditLimit", examples: [{ credit_limit: "500" }] });

const operatorOrganizationSetCredit = defineOperation({
  ...shared,
  id: "operatorOrganization.setCredit",
  method: "PUT",
  path: `${organization}/credit-limit`,
  summary: "Set how far the balance of an organization may go below zero",
  params: oneOrganization,
  body: CreditLimit,
  output: WalletRecord,
  errors: ["not_found"],
});

export const operatorOrganizationOperations = [
  operatorOrganizationList,
  operatorOrganizationGet,
  operatorOrganizationSuspend,
  operatorOrganizationResume,
  operatorOrganizationTopUp,
  operatorOrganizationSetCredit,
] as const;

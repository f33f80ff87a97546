// The installation at a glance, for those who run it.
import { z } from "zod";
import { SumText } from "../billing/usage.ts";
import { defineOperation } from "../declaration/operation.ts";

/** What is left to do before an installation sells all that it lists, in the order in which to do it. */
const SET_UP_STEPS = ["site", "plan", "image", "plan_site", "plan_price", "product_price", "seller"] as const;

export const OperatorOverview = z
  .strictObject({
    organizations: z.int(),
    suspended_organizations: z.int(),
    /** Everybody with an account. */
    people: z.int(),
    operators: z.int(),
    /** The operator tokens in force. */
    operator_tokens: z.int(),
    /** The plans that a site sells. */
    plans_sold: z.int(),
    plans_retired: z.int(),
    /** In the order in which tenants see them. Nothing new is created at a closed site; no worker changes a fenced one. */
    sites: z.array(
      z.strictObject({ site_id: z.string(), name: z.string(), state: z.enum(["open", "closed", "fenced"]) }),
    ),
    /** Operations that failed or ran out of time in the last hour. */
    failed_operations: z.int(),
    /** Operations that have not ended, those that are held at a fenced site too. */
    waiting_operations: z.int(),
    held_operations: z.int(),
    /** Requests for higher quotas that wait for an operator. */
    open_quota_requests: z.int(),
    /** Payments that payers' banks dispute. */
    disputed_payments: z.int(),
    /** Mails that are neither sent nor given up. */
    waiting_mails: z.int(),
    /** What the organizations were charged in the running month (UTC), up to the last metered hour. */
    income: SumText,
    currency: z.string(),
    /** What the page Health says, and how many of its checks fail. */
    health: z.strictObject({ state: z.enum(["ok", "warn", "fail"]), failing: z.int() }),
    /** What is left to set up, with the plans or products that it concerns. Empty: nothing. */
    set_up: z.array(z.strictObject({ step: z.enum(SET_UP_STEPS), ids: z.array(z.string()) })),
  })
  .meta({ id: "OperatorOverview" });
export type OperatorOverview = z.infer<typeof OperatorOverview>;

const operatorOverviewGet = defineOperation({
  id: "operatorOverview.get",
  family: "Operator",
  resource: "operator",
  audience: "operator",
  subject: "installation",
  method: "GET",
  path: "/operator/overview",
  summary: "Get the installation's counts, revenue and pending work",
  output: OperatorOverview,
});

export const operatorOverviewOperations = [operatorOverviewGet] as const;

import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { WALLET_READER_ROLES } from "../declaration/roles.ts";
import { AMOUNT_ABOVE_ZERO, decimal } from "../values/decimal.ts";
import { Name, pageQuery, ResourceId, Tag, Timestamp } from "../values/fields.ts";
import { Month } from "./invoice.ts";
import { BUDGET_BASES, BUDGET_CAPS, BUDGET_COVERS, BUDGET_LIMITS } from "./limits.ts";
import { DecimalText, SumText } from "./usage.ts";

const Amount = decimal(
  AMOUNT_ABOVE_ZERO,
  "must be a decimal above 0, such as 100.50, with at most 10 digits before the point and 8 after it",
);

const Thresholds = z
  .array(z.int().min(1).max(BUDGET_LIMITS.percent))
  .max(BUDGET_LIMITS.thresholds)
  .refine((percents) => new Set(percents).size === percents.length, "must not repeat a value");

/** VMs and groups of VMs to stop. What several fields name must all hold. */
const BudgetSelector = z
  .strictObject({
    tags: z.array(Tag).min(1).max(10).optional().describe("VMs and groups with all of these tags."),
    workspace_id: z
      .string()
      .regex(/^[1-9]\d{0,18}$/, "must be the id of a workspace")
      .optional()
      .describe("VMs and groups of this workspace."),
    resource_ids: z
      .array(ResourceId.regex(/^[\x21-\x7e]+$/, "must be the id of a VM or of a group of VMs"))
      .min(1)
      .max(BUDGET_LIMITS.selected)
      .optional()
      .describe("These VMs and groups, in this order."),
  })
  .refine((selector) => Object.values(selector).some((value) => value !== undefined), "must name something")
  .meta({ id: "BudgetSelector" });
export type BudgetSelector = z.infer<typeof BudgetSelector>;

const Stop = z
  .array(BudgetSelector)
  .max(BUDGET_LIMITS.selectors)
  .describe(
    "The VMs and groups of VMs that are stopped, in this order. Empty: all that the budget covers, at once. A group counts " +
      "as one, and its VMs are stopped with it alone.",
  );

export const Budget = z
  .strictObject({
    budget_id: z.string(),
    name: z.string(),
    covers: z.enum(BUDGET_COVERS),
    /** Null for a budget of the entire organization. */
    workspace_id: z.string().nullable(),
    amount: DecimalText,
    currency: z.string(),
    thresholds: z.array(z.int()),
    forecast_thresholds: z.array(z.int()),
    at_cap: z.enum(BUDGET_CAPS),
    stop: z.array(BudgetSelector),
    /** The VMs that the budget has stopped and will start again, in the order in which it stopped them. */
    stopped: z.array(z.strictObject({ workspace_id: z.string(), vm_id: z.string(), stopped_at: Timestamp })),
    /** The groups of VMs that the budget has stopped and will start again, in the order in which it stopped them. */
    stopped_groups: z.array(
      z.strictObject({ workspace_id: z.string(), vm_group_id: z.string(), stopped_at: Timestamp }),
    ),
    /** The running month, UTC. */
    month: Month,
    /** Metered this month so far. */
    spent: SumText,
    /** What the month will have cost at its end, if what runs now runs on. */
    expected: SumText,
    /** The thresholds that were reached this month, each with the time of its notice. */
    reached: z.array(z.strictObject({ basis: z.enum(BUDGET_BASES), percent: z.int(), at: Timestamp })),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "Budget" });
export type Budget = z.infer<typeof Budget>;

const fields = {
  name: Name,
  amount: Amount,
  thresholds: Thresholds,
  forecast_thresholds: Thresholds,
  at_cap: z.enum(BUDGET_CAPS),
  stop: Stop,
};

export const CreateBudget = z
  .strictObject({
    ...fields,
    covers: z.enum(BUDGET_COVERS).default("organization"),
    thresholds: fields.thresholds.default([50, 80, 100]),
    forecast_thresholds: fields.forecast_thresholds.default([100]),
    at_cap: fields.at_cap.default("notify"),
    stop: fields.stop.default([]),
  })
  .meta({ id: "CreateBudget", examples: [{ name: "all", amount: "500.00", covers: "workspace" }] });

export const UpdateBudget = z
  .strictObject(fields)
  .partial()
  .meta({ id: "UpdateBudget", examples: [{ name: "all", amount: "750.00" }] });

const IN_REACH = "A token of specific workspaces sees only the budgets of those workspaces.";

const shared = { resource: "budget", family: "Billing", roles: WALLET_READER_ROLES, ofOrganization: true } as const;
const reads = { ...shared, scope: "billing.read", verbPhrase: "see budgets" } as const;
const changes = { ...shared, scope: "billing.write", verbPhrase: "manage budgets" } as const;
const one = { budget_id: ResourceId };
const path = "/billing/budgets/{budget_id}" as const;

const budgetList = defineOperation({
  ...reads,
  id: "budget.list",
  method: "GET",
  path: "/billing/budgets",
  summary: "List the budgets of the organization and its workspaces, newest first",
  description: `Each with the amount spent this month and the amount expected by its end. ${IN_REACH}`,
  query: pageQuery(),
  output: z.array(Budget),
  list: true,
});

const budgetCreate = defineOperation({
  ...changes,
  id: "budget.create",
  method: "POST",
  path: "/billing/budgets",
  summary: "Create a budget",
  description:
    "A budget covers the entire organization or the workspace of the request (`covers`). Thresholds are percentages " +
    "of the amount: `thresholds` of what was spent, `forecast_thresholds` of what is expected by the end of the " +
    "month. Each notifies once a month, by e-mail to the owners and billing members and as an event. With `at_cap` " +
    '"refuse", requests that cost more are refused with 402 `budget_reached` if the month, with everything that runs ' +
    'until its end, would cost more than the amount. "refuse_and_stop" also stops the VMs and VM groups that `stop` ' +
    "selects once the amount is spent, and starts those that nobody else has touched when the budget is raised, " +
    "removed or changed, or the next month begins. Nothing is deleted, and stopped VMs are charged as before. " +
    `An organization has at most ${BUDGET_LIMITS.budgets} budgets. ${IN_REACH}`,
  success: 201,
  body: CreateBudget,
  output: Budget,
  errors: ["conflict"],
});

const budgetGet = defineOperation({
  ...reads,
  id: "budget.get",
  method: "GET",
  path,
  summary: "Get a budget",
  description: IN_REACH,
  params: one,
  output: Budget,
  errors: ["not_found"],
});

const budgetUpdate = defineOperation({
  ...changes,
  id: "budget.update",
  method: "PATCH",
  path,
  summary: "Change a budget",
  description: `A threshold that has notified this month does not notify again, even with another amount. ${IN_REACH}`,
  params: one,
  body: UpdateBudget,
  output: Budget,
  errors: ["not_found", "conflict"],
});

const budgetDelete = defineOperation({
  ...changes,
  id: "budget.delete",
  method: "DELETE",
  path,
  summary: "Delete a budget",
  description: IN_REACH,
  params: one,
  output: z.strictObject({ status: z.literal("deleted"), id: z.string() }).meta({ id: "BudgetDeletion" }),
  errors: ["not_found"],
});

export const budgetOperations = [budgetList, budgetCreate, budgetGet, budgetUpdate, budgetDelete] as const;

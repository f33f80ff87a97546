import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { Moment, pageQuery, ResourceId, Timestamp } from "../values/fields.ts";

/** An exact amount of money as decimal text, such as "0.0125". A JSON number would be rounded. */
export const DecimalText = z.string().regex(/^-?\d{1,10}(\.\d{1,8})?$/);

/** A sum of money as decimal text. It has more digits than an amount of one usage record. */
export const SumText = z.string().regex(/^-?\d{1,16}(\.\d{1,8})?$/);

export const SkuFamily = z.enum(["compute", "object-storage", "block-storage", "networking", "load-balancing", "cdn"]);

/** A product and the organization's present price for an hour of one `unit`. */
export const Sku = z
  .strictObject({
    sku_code: z.string(),
    family: SkuFamily,
    name: z.string(),
    unit: z.string(),
    hourly_price: DecimalText,
    currency: z.string(),
    /** The most that one `unit` of one resource costs in a calendar month (UTC). */
    monthly_cap: DecimalText.nullable(),
    /** The units of the organization that are free in every hour; of transfer, in a calendar month (UTC). */
    free_quantity: DecimalText.nullable(),
  })
  .meta({ id: "Sku" });
export type Sku = z.infer<typeof Sku>;

export const skuList = defineOperation({
  id: "sku.list",
  resource: "sku",
  family: "Billing",
  method: "GET",
  path: "/billing/skus",
  scope: "billing.read",
  summary: "List the products and their prices",
  description: "Ordered by code.",
  query: { ...pageQuery(), family: SkuFamily.optional() },
  output: z.array(Sku),
  list: true,
});

export const UsageGrouping = z.enum(["sku", "resource", "day", "tag"]);
export type UsageGrouping = z.infer<typeof UsageGrouping>;

/**
 * The usage of a product and its cost. `quantity_hours` counts hours of one unit of the SKU, such as
 * gigabyte hours; of transfer, megabytes.
 */
export const UsageLine = z
  .strictObject({
    sku_code: z.string(),
    /** Set when lines are grouped by resource. */
    resource_type: z.string().nullable(),
    resource_id: z.string().nullable(),
    /** Set when lines are grouped by day (UTC), such as 2026-11-21. */
    day: z.iso.date().nullable(),
    /** Set when lines are grouped by tag, but for resources without tags. */
    tag: z.string().nullable(),
    quantity_hours: SumText,
    amount: SumText,
    currency: z.string(),
  })
  .meta({ id: "UsageLine" });
export type UsageLine = z.infer<typeof UsageLine>;

/** The beginning of an hour. Usage is metered by the hour. */
const Hour = Moment.refine(
  (text) => Date.parse(text) % 3_600_000 === 0 && !/\.\d*[1-9]/.test(text),
  "must be the beginning of an hour, such as 2026-11-21T10:00:00Z",
);

export const usageList = defineOperation({
  id: "usage.list",
  resource: "usage_record",
  family: "Billing",
  method: "GET",
  path: "/billing/usage",
  scope: "billing.read",
  summary: "List the workspace's usage and its cost",
  description:
    "Covers at most 366 days, from one hour (`from`, by default the beginning of the month) to another " +
    "(`to`, by default now), by product, by resource and product, by day and product, or by tag and " +
    "product, for all resources or for one (`resource_id`). Tags are those that resources have now; a " +
    "resource with several tags counts for each of them. Usage is metered hour by hour, within minutes " +
    "of the hour's end; the running hour is not included.",
  query: {
    ...pageQuery(),
    from: Hour.optional(),
    to: Hour.optional(),
    group_by: UsageGrouping.default("sku"),
    /** Only of this one. */
    resource_id: ResourceId.optional(),
  },
  output: z.array(UsageLine),
  list: true,
});

/** What a workspace will have cost at the end of the month, if what runs now runs on. */
export const UsageForecast = z
  .strictObject({
    /** UTC, such as 2026-11. */
    month: z.string(),
    /** Metered this month so far. */
    spent: SumText,
    /** What runs now costs this much in an hour, with the transfer of an average hour of the last day. */
    hourly_rate: SumText,
    expected: SumText,
    currency: z.string(),
    /** `spent` includes usage up to this time. */
    metered_until: Timestamp,
  })
  .meta({ id: "UsageForecast" });
export type UsageForecast = z.infer<typeof UsageForecast>;

export const usageForecast = defineOperation({
  id: "usage.forecast",
  resource: "usage_record",
  family: "Billing",
  method: "GET",
  path: "/billing/forecast",
  scope: "billing.read",
  summary: "Get the workspace's expected cost this month",
  description:
    "The sum of what was metered this month and of what runs now, until the end of the month (UTC), at " +
    "today's prices. Transfer is assumed to continue as in the last 24 hours.",
  output: UsageForecast,
});

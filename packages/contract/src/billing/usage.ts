import { z } from "zod";
import { pageQuery } from "../kernel/fields.ts";
import { defineOperation } from "../kernel/operation.ts";
import { DecimalText } from "./sku.ts";

export const UsageGrouping = z.enum(["sku", "resource", "day"]);
export type UsageGrouping = z.infer<typeof UsageGrouping>;

/**
 * What of a product was used, and what it cost. `quantity_hours` are hours of one of the SKU's unit, such as gigabyte
 * hours.
 */
export const UsageLine = z
  .strictObject({
    sku_code: z.string(),
    /** Where the lines are of resources. */
    resource_type: z.string().nullable(),
    resource_id: z.string().nullable(),
    /** Where the lines are of days (UTC), such as 2026-11-21. */
    day: z.iso.date().nullable(),
    quantity_hours: DecimalText,
    amount: DecimalText,
    currency: z.string(),
  })
  .meta({ id: "UsageLine" });
export type UsageLine = z.infer<typeof UsageLine>;

/** The beginning of an hour, which is what usage is metered by. */
const Hour = z.iso
  .datetime({ message: "must be the beginning of an hour, such as 2026-11-21T10:00:00Z", abort: true })
  .refine(
    (text) => /T\d\d:00(:00(\.0+)?)?Z$/.test(text),
    "must be the beginning of an hour, such as 2026-11-21T10:00:00Z",
  );

export const usageList = defineOperation({
  id: "usage.list",
  resource: "usage_record",
  family: "Billing",
  method: "GET",
  path: "/billing/usage",
  scope: "billing.read",
  summary: "List what the workspace used, and what it cost",
  description:
    "From one hour (`from`, by default the beginning of the month) to another (`to`, by default now), at most 366 days, by product, by resource and product, or by day and product. Usage is metered hour by hour, within minutes of the hour's end; the running hour is not in it.",
  query: { ...pageQuery(), from: Hour.optional(), to: Hour.optional(), group_by: UsageGrouping.default("sku") },
  output: z.array(UsageLine),
  list: true,
});

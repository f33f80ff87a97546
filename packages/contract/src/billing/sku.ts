import { z } from "zod";
import { pageQuery } from "../kernel/fields.ts";
import { defineOperation } from "../kernel/operation.ts";

/** Money, exactly: decimal text such as "0.0125". A number of JSON would be rounded on the way. */
export const DecimalText = z.string().regex(/^-?\d{1,10}(\.\d{1,8})?$/);

export const SkuFamily = z.enum(["compute", "object-storage", "block-storage", "networking", "load-balancing", "cdn"]);

/** A product and its price for an hour of one `unit`. */
export const Sku = z
  .strictObject({
    sku_code: z.string(),
    family: SkuFamily,
    name: z.string(),
    unit: z.string(),
    hourly_price: DecimalText,
    currency: z.string(),
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
  description: "In the order of their codes.",
  query: { ...pageQuery(), family: SkuFamily.optional() },
  output: z.array(Sku),
  list: true,
});

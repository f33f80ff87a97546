import type { Examples } from "./example.ts";

export const billingExamples = {
  "billing.resourceEligibility": [() => ({ body: { sku_code: "vm-small" } })],
  "sku.list": [() => ({})],
} satisfies Partial<Examples>;

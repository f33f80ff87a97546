import type { Examples } from "./example.ts";

export const billingExamples = {
  "billing.resourceEligibility": [() => ({ body: { sku_code: "vm-small" } })],
  "quota.list": [() => ({})],
  "sku.list": [() => ({})],
  "usage.list": [() => ({ query: { from: "2026-11-01T00:00:00Z", to: "2026-11-02T00:00:00Z", group_by: "resource" } })],
} satisfies Partial<Examples>;

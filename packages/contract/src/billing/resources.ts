import type { ResourceDefinition } from "../declaration/resource.ts";

const shown = { prefix: null, parameter: null, parents: [], scope: "billing.read", topic: null, page: null } as const;

export const billingResources = {
  wallet: { ...shown, title: ["Wallet", "Wallets"], field: "organization_id", topic: "wallet" },
  sku: { ...shown, title: ["SKU", "SKUs"], field: "sku" },
  quota: { ...shown, title: ["Quota", "Quotas"], field: "resource", topic: "quota" },
  quota_request: {
    ...shown,
    title: ["Quota request", "Quota requests"],
    prefix: "qrq",
    parameter: "quota_request_id",
    field: "quota_request_id",
    topic: "quota",
  },
  usage_record: { ...shown, title: ["Usage record", "Usage records"], field: "resource_id", topic: "wallet" },
  admission: { ...shown, title: ["Admission", "Admissions"], prefix: "adm", field: "admission_id" },
  // The meter moves the wallet, and an invoice follows it.
  invoice: {
    ...shown,
    title: ["Invoice", "Invoices"],
    prefix: "ivc",
    parameter: "invoice_id",
    field: "invoice_id",
    topic: "wallet",
  },
  billing_details: { ...shown, title: ["Billing details", "Billing details"], field: "organization_id" },
  payment: {
    ...shown,
    title: ["Payment", "Payments"],
    prefix: "pay",
    parameter: "payment_id",
    field: "payment_id",
    topic: "wallet",
  },
  budget: {
    ...shown,
    title: ["Budget", "Budgets"],
    prefix: "bdg",
    parameter: "budget_id",
    field: "budget_id",
    topic: "budget",
  },
} as const satisfies Readonly<Record<string, ResourceDefinition>>;

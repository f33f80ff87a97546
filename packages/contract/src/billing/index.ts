export * from "./admission.ts";
export * from "./eligibility.ts";
export * from "./quota.ts";
export * from "./sku.ts";
export * from "./usage.ts";

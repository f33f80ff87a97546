export * from "./admission.ts";
export * from "./quota.ts";
export * from "./usage.ts";

export * from "./change-plan.ts";

export * from "./backup.ts";
export * from "./backup-policy.ts";
export * from "./recovery-point.ts";
export * from "./snapshot.ts";
export * from "./states.ts";

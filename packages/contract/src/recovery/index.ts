export * from "./backup.ts";
export * from "./backup-policy.ts";
export * from "./backup-schedule.ts";
export * from "./capture-status.ts";
export * from "./recovery-volume.ts";
export * from "./snapshot.ts";
export * from "./states.ts";

export { scheduleOf } from "./backup-policy.ts";
export { slotAfter } from "./backup-slot.ts";
export { artifactsOutput, bytesOf, CaptureArtifacts, volumesOf } from "./captured-volumes.ts";
export { resealDestinations } from "./copies/destination-access.ts";
export { exportBackup } from "./export-backup.ts";
export { recoveryHandlers } from "./handlers.ts";
export { recoveryConstraintErrors, requireRestorable } from "./recovery-refusals.ts";
export { endRecovery } from "./remove-recovery-points.ts";
export { recoveryReconcilers, recoverySagas, restoredVmSagas } from "./worker.ts";

import { expireBackups } from "./expire-backups.ts";
import { removeLeftoverCopies, removeRecoveryPoints } from "./remove-recovery-points.ts";
import { runDueBackups } from "./run-due-backups.ts";

export const recoveryReconcilers = [runDueBackups, expireBackups, removeRecoveryPoints, removeLeftoverCopies] as const;

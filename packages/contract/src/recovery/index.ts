import { backupOperations } from "./backup.ts";
import { backupCopyOperations } from "./backup-copy.ts";
import { backupDestinationOperations } from "./backup-destination.ts";
import { backupPolicyOperations } from "./backup-policy.ts";
import type { RecoverableVm } from "./recovery-point.ts";
import { snapshotOperations } from "./snapshot.ts";
import { workspaceBackupOperations } from "./workspace-backup.ts";
import { workspaceSnapshotOperations } from "./workspace-snapshot.ts";

export * from "./backup.ts";
export * from "./backup-copy.ts";
export * from "./backup-destination.ts";
export * from "./backup-policy.ts";
export * from "./recovery-point.ts";
export * from "./snapshot.ts";
export * from "./states.ts";
export * from "./workspace-backup.ts";
export * from "./workspace-snapshot.ts";

const cloudVm: RecoverableVm = { path: "/compute/cloud-vms", noun: "cloud VM" };
const gpuVm: RecoverableVm = { path: "/compute/gpu-vms", noun: "GPU VM" };

/** The family's operations, in the documentation's order. */
export const recoveryOperations = [
  ...snapshotOperations("snapshot", cloudVm),
  ...backupPolicyOperations("backupPolicy", cloudVm),
  ...backupOperations("backup", cloudVm),
  ...snapshotOperations("gpuSnapshot", gpuVm),
  ...backupPolicyOperations("gpuBackupPolicy", gpuVm),
  ...backupOperations("gpuBackup", gpuVm),
  ...workspaceSnapshotOperations,
  ...workspaceBackupOperations,
  ...backupDestinationOperations,
  ...backupCopyOperations,
] as const;

import type { Acceptance, OperationById, OperationId, ParsedInput, VmType } from "@fulmar/contract";
import { unlessSuspended } from "../billing/index.ts";
import type { Handler, RequestContext } from "../request/context.ts";
import { acceptBackup } from "./accept-backup.ts";
import { disableBackups, enableBackups, getBackupPolicy } from "./backup-policy.ts";
import {
  deleteBackup,
  deleteWorkspaceBackup,
  getBackup,
  getWorkspaceBackup,
  listBackups,
  listWorkspaceBackups,
} from "./backups.ts";
import { createCopy, createVmOfCopy, listCopies } from "./copies/copies.ts";
import {
  createDestination,
  deleteDestination,
  getDestination,
  listDestinations,
  updateDestination,
} from "./copies/destinations.ts";
import { createSnapshot } from "./create-snapshot.ts";
import { createVmOfBackup, createVmOfSnapshot } from "./create-vm-of-point.ts";
import { restoreBackup, restoreSnapshot } from "./restore.ts";
import { deleteSnapshot, getSnapshot, listSnapshots } from "./snapshots.ts";
import { updateBackupPolicy } from "./update-backup-policy.ts";
import {
  deleteWorkspaceSnapshot,
  getWorkspaceSnapshot,
  listWorkspaceSnapshots,
  updateSnapshot,
} from "./workspace-snapshots.ts";

type RecoveryRouter =
  | ("snapshot" | "gpuSnapshot" | "backupPolicy" | "gpuBackupPolicy" | "backup" | "gpuBackup")
  | ("workspaceSnapshot" | "workspaceBackup" | "backupDestination" | "backupCopy");

type RecoveryOperationId = Extract<OperationId, `${RecoveryRouter}.${string}`>;

/** What is charged for what they store. */
const SNAPSHOTS = ["snapshot.storage"];
const BACKUPS = ["backup.storage"];
const POLICIES = ["backup.policy", ...BACKUPS];

export const recoveryHandlers: { [Id in RecoveryOperationId]: Handler<Id> } = {
  "snapshot.list": (context, input) => listSnapshots(context, "cloud", input),
  "snapshot.create": unlessSuspended((context, input) => createSnapshot(context, "cloud", input), SNAPSHOTS),
  "snapshot.get": (context, input) => getSnapshot(context, "cloud", input),
  "snapshot.restore": (context, input) => restoreSnapshot(context, "cloud", input),
  "snapshot.delete": (context, input) => deleteSnapshot(context, "cloud", input),
  "backupPolicy.enable": unlessSuspended((context, input) => enableBackups(context, "cloud", input), POLICIES),
  "backupPolicy.disable": (context, input) => disableBackups(context, "cloud", input),
  "backupPolicy.get": (context, input) => getBackupPolicy(context, "cloud", input),
  "backupPolicy.update": (context, input) => updateBackupPolicy(context, "cloud", input),
  "backup.list": (context, input) => listBackups(context, "cloud", input),
  "backup.create": unlessSuspended((context, input) => backUpNow(context, "cloud", input), BACKUPS),
  "backup.get": (context, input) => getBackup(context, "cloud", input),
  "backup.restore": (context, input) => restoreBackup(context, "cloud", input),
  "backup.delete": (context, input) => deleteBackup(context, "cloud", input),
  "gpuSnapshot.list": (context, input) => listSnapshots(context, "gpu", input),
  "gpuSnapshot.create": unlessSuspended((context, input) => createSnapshot(context, "gpu", input), SNAPSHOTS),
  "gpuSnapshot.get": (context, input) => getSnapshot(context, "gpu", input),
  "gpuSnapshot.restore": (context, input) => restoreSnapshot(context, "gpu", input),
  "gpuSnapshot.delete": (context, input) => deleteSnapshot(context, "gpu", input),
  "gpuBackupPolicy.enable": unlessSuspended((context, input) => enableBackups(context, "gpu", input), POLICIES),
  "gpuBackupPolicy.disable": (context, input) => disableBackups(context, "gpu", input),
  "gpuBackupPolicy.get": (context, input) => getBackupPolicy(context, "gpu", input),
  "gpuBackupPolicy.update": (context, input) => updateBackupPolicy(context, "gpu", input),
  "gpuBackup.list": (context, input) => listBackups(context, "gpu", input),
  "gpuBackup.create": unlessSuspended((context, input) => backUpNow(context, "gpu", input), BACKUPS),
  "gpuBackup.get": (context, input) => getBackup(context, "gpu", input),
  "gpuBackup.restore": (context, input) => restoreBackup(context, "gpu", input),
  "gpuBackup.delete": (context, input) => deleteBackup(context, "gpu", input),
  "workspaceSnapshot.list": listWorkspaceSnapshots,
  "workspaceSnapshot.get": getWorkspaceSnapshot,
  "workspaceSnapshot.update": updateSnapshot,
  "workspaceSnapshot.createVm": createVmOfSnapshot,
  "workspaceSnapshot.delete": deleteWorkspaceSnapshot,
  "workspaceBackup.list": listWorkspaceBackups,
  "workspaceBackup.get": getWorkspaceBackup,
  "workspaceBackup.createVm": createVmOfBackup,
  "workspaceBackup.delete": deleteWorkspaceBackup,
  "backupDestination.list": listDestinations,
  "backupDestination.create": createDestination,
  "backupDestination.get": getDestination,
  "backupDestination.update": updateDestination,
  "backupDestination.delete": deleteDestination,
  "backupCopy.list": listCopies,
  "backupCopy.create": createCopy,
  "backupCopy.createVm": createVmOfCopy,
};

function backUpNow(
  context: RequestContext,
  type: VmType,
  { vm_id, type: backupType }: ParsedInput<OperationById<"backup.create">>,
): Promise<Acceptance> {
  return acceptBackup(context, { type, vm_id, backupType, slot: null });
}

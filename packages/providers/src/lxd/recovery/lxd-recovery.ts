import { ProviderError } from "../../ports/provider-error.ts";
import type { CaptureVolume, RecoveryPoint, RecoveryPort, VolumeCopy } from "../../ports/recovery-port.ts";
import { findInstance, findMachine, machineOf, ownInstances, removeInstance, switchPower } from "../instances.ts";
import { labeledId, lxdName } from "../labels.ts";
import type { LxdSite } from "../lxd-site.ts";
import { exportPoint } from "./export-point.ts";
import { importBackup } from "./import-backup.ts";
import { removeImportedVolumes } from "./imported-volumes.ts";
import { copyRoot, type PointLabels, restoreRoot } from "./root-copies.ts";
import { copyVolume, hasVolumeCopy, removeVolumeCopies, restoreVolume } from "./volume-copies.ts";

const GIBIBYTE = 1_073_741_824n;

/** Keeps copies of a VM's volumes in the site's own storage. */
export function lxdRecovery(site: LxdSite): RecoveryPort {
  return {
    createSnapshot: (vmId, { snapshotId, record }, volumes, signal) =>
      capture(site, { vmId, pointId: snapshotId, kind: "snapshot", parentId: null, record }, volumes, signal),
    restoreSnapshot: (vmId, pointId, volumes, signal) =>
      restore(site, { vmId, pointId, kind: "snapshot" }, volumes, signal),
    deleteSnapshot: (_vmId, pointId, signal) => removePoint(site, pointId, signal),
    createBackup: (vmId, { backupId, parentBackupId, record }, volumes, signal) =>
      capture(site, { vmId, pointId: backupId, kind: "backup", parentId: parentBackupId, record }, volumes, signal),
    restoreBackup: (vmId, pointId, volumes, signal) =>
      restore(site, { vmId, pointId, kind: "backup" }, volumes, signal),
    exportPoint: (...call) => exportPoint(site, ...call),
    importBackup: (...call) => importBackup(site, ...call),
    async deleteBackup(_vmId, backupId, signal) {
      const instances = await ownInstances(site, signal);
      // An instance restored from a backup keeps its labels but is not a backup.
      if (
        instances.some(
          ({ config }) => labeledId(site, "backup", config) !== undefined && config["user.fulmar.parent"] === backupId,
        )
      ) {
        throw new ProviderError("backup_in_use", "Later backups depend on this one; delete those first.", {
          retryable: false,
        });
      }
      await removePoint(site, backupId, signal);
    },
    async findRecoveryPoints(ids, signal) {
      const wanted = new Set(ids);
      return (await recoveryPoints(site, signal)).filter(({ id }) => wanted.has(id));
    },
    async listRecoveryPoints({ after, limit }, signal) {
      return (await recoveryPoints(site, signal))
        .filter(({ id }) => id > after)
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
        .slice(0, limit);
    },
  };
}

/**
 * Captures an instance's disks. With more than one disk it is frozen meanwhile, so that all copies are of one moment.
 * Existing copies stay, also those of an instance that is gone.
 */
async function capture(
  site: LxdSite,
  point: PointLabels,
  volumes: readonly CaptureVolume[],
  signal: AbortSignal,
): Promise<VolumeCopy[]> {
  await requireParent(site, point, signal);
  const isThere = await hasCopies(site, point, volumes, signal);
  if (isThere && (await findMachine(site, point.vmId, signal)) === undefined)
    return copiesOf(site, point, volumes, signal);
  const { name, status } = await machineOf(site, point.vmId, signal);
  const holdsStill = status === "Running" && volumes.length > 1 && !isThere;
  if (holdsStill) await switchPower(site, name, "freeze", null, signal);
  try {
    return await copiesOf(site, point, volumes, signal);
  } finally {
    // The instance must not stay frozen, so it is thawed even when the time limit for the copies has passed.
    if (holdsStill || status === "Frozen")
      await switchPower(site, name, "unfreeze", null, AbortSignal.timeout(THAW_TIMEOUT_MS));
  }
}

async function copiesOf(
  site: LxdSite,
  point: PointLabels,
  volumes: readonly CaptureVolume[],
  signal: AbortSignal,
): Promise<VolumeCopy[]> {
  const copies: VolumeCopy[] = [];
  for (const volume of volumes) copies.push(await copyOf(site, point, volume, signal));
  return copies;
}

async function hasCopies(
  site: LxdSite,
  { pointId }: PointLabels,
  volumes: readonly CaptureVolume[],
  signal: AbortSignal,
): Promise<boolean> {
  for (const { volumeId, role } of volumes) {
    const present =
      role === "root"
        ? await findInstance(site, lxdName(pointId), signal)
        : await hasVolumeCopy(site, volumeId, pointId, signal);
    if (present === undefined || present === false) return false;
  }
  return true;
}

const THAW_TIMEOUT_MS = 10_000;

async function copyOf(
  site: LxdSite,
  point: PointLabels,
  { volumeId, role, sizeGb }: CaptureVolume,
  signal: AbortSignal,
): Promise<VolumeCopy> {
  const bytes =
    role === "root" ? await copyRoot(site, point, signal) : await copyVolume(site, volumeId, point.pointId, signal);
  // Where the pool does not measure, a copy counts with its full size.
  return { volumeId, ref: `${point.pointId}/${volumeId}`, sizeBytes: bytes ?? BigInt(sizeGb) * GIBIBYTE };
}

async function restore(
  site: LxdSite,
  { vmId, pointId, kind }: Pick<PointLabels, "vmId" | "pointId" | "kind">,
  volumes: readonly CaptureVolume[],
  signal: AbortSignal,
): Promise<void> {
  for (const { volumeId, role } of volumes) {
    if (role === "root") await restoreRoot(site, vmId, pointId, kind, signal);
    else await restoreVolume(site, volumeId, pointId, kind, signal);
  }
}

async function removePoint(site: LxdSite, pointId: string, signal: AbortSignal): Promise<void> {
  await removeVolumeCopies(site, pointId, signal);
  await removeImportedVolumes(site, pointId, signal);
  await removeInstance(site, lxdName(pointId), signal);
}

async function requireParent(site: LxdSite, { vmId, parentId }: PointLabels, signal: AbortSignal): Promise<void> {
  if (parentId === null) return;
  const instances = await ownInstances(site, signal);
  if (
    instances.some(({ config }) => labeledId(site, "backup", config) === parentId && config["user.fulmar.vm"] === vmId)
  )
    return;
  throw new ProviderError(
    "parent_backup_not_found",
    "The provider no longer has the backup that this one would depend on; run a full backup.",
    {
      retryable: false,
    },
  );
}

async function recoveryPoints(site: LxdSite, signal: AbortSignal): Promise<RecoveryPoint[]> {
  return (await ownInstances(site, signal)).flatMap(({ config }) => [
    ...pointOf(site, "snapshot", config),
    ...pointOf(site, "backup", config),
  ]);
}

function pointOf(
  site: LxdSite,
  kind: "snapshot" | "backup",
  config: Readonly<Partial<Record<string, string>>>,
): RecoveryPoint[] {
  const id = labeledId(site, kind, config);
  const vmId = config["user.fulmar.vm"];
  return id === undefined || vmId === undefined ? [] : [{ id, vmId, kind }];
}

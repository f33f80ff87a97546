import { formatGigabytes } from "../../ports/format-size.ts";
import { recordedName, type SiteResource } from "../../ports/inventory-port.ts";
import { findInstance } from "../instances.ts";
import { labeledId, madeAtIn, NAME, recordIn } from "../labels.ts";
import type { LxdSite } from "../lxd-site.ts";
import { bytesOf } from "../sizes.ts";
import { findVolume, LxdVolume, pathOfVolumes, usedBytesOf } from "../volumes/stored-volume.ts";
import { deviceOf, devicePathOf, usersOf } from "../volumes/volume-attachments.ts";

type VolumeState = NonNullable<SiteResource["volume"]>;

export async function describeVolume(
  site: LxdSite,
  volumeId: string,
  signal: AbortSignal,
): Promise<SiteResource | undefined> {
  const volume = await findVolume(site, volumeId, signal);
  if (volume === undefined) return undefined;
  const { config, created_at: createdAt } = volume;
  const [sizeGb, record] = [sizeGbOf(volume), recordIn(config)];
  return {
    kind: "volume",
    id: volumeId,
    name: config[NAME] || recordedName("volume", record),
    size: formatGigabytes(sizeGb),
    madeAt: madeAtIn(config, createdAt),
    record,
    volume: {
      sizeGb,
      ...(await attachmentOf(site, volume, signal)),
      snapshots: await snapshotsOf(site, volume, signal),
    },
  };
}

async function attachmentOf(
  site: LxdSite,
  volume: LxdVolume,
  signal: AbortSignal,
): Promise<Pick<VolumeState, "attachedVmId" | "devicePath">> {
  for (const name of usersOf(volume)) {
    const instance = await findInstance(site, name, signal);
    const vmId = instance && labeledId(site, "vm", instance.config);
    const device = instance?.devices[deviceOf(instance, volume.name) ?? ""];
    if (vmId !== undefined && device !== undefined)
      return { attachedVmId: vmId, devicePath: devicePathOf(device, volume) };
  }
  return { attachedVmId: null, devicePath: null };
}

/**
 * Prefix of the ids of a volume's own snapshots and of VM snapshots. A VM snapshot also has an instance with this name,
 * which holds the root disk.
 */
const SNAPSHOT = "snap-";

/**
 * Lists a volume's own snapshots. A snapshot inherits its volume's configuration, including the volume's creation date,
 * so its own date comes from the server.
 */
async function snapshotsOf(site: LxdSite, volume: LxdVolume, signal: AbortSignal): Promise<VolumeState["snapshots"]> {
  const { name: volumeName, config } = volume;
  const taken = await site.client.get(pathOfVolumes(site, volumeName, "snapshots"), Snapshot.array(), signal, {
    recursion: 1,
  });
  // The server measures volumes, and not snapshots, which share unchanged blocks with them.
  const used = taken.length === 0 ? null : await usedBytesOf(site, volume, signal);
  const own: VolumeState["snapshots"][number][] = [];
  for (const snapshot of taken) {
    const name = snapshot.name.split("/").at(-1) ?? "";
    const root = name.startsWith(SNAPSHOT) ? await findInstance(site, name, signal) : undefined;
    if (!name.startsWith(SNAPSHOT) || (root !== undefined && labeledId(site, "snapshot", root.config) !== undefined))
      continue;
    const sizeGb = sizeGbOf({ config: { ...config, ...snapshot.config } });
    const storedBytes = used === null ? null : least(used, BigInt(sizeGb) * GIBIBYTE);
    own.push({ snapshotId: name.replace("-", "_"), sizeGb, storedBytes, madeAt: madeAtIn({}, snapshot.created_at) });
  }
  return own;
}

const Snapshot = LxdVolume.pick({ name: true, config: true, created_at: true });

const GIBIBYTE = 2n ** 30n;

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

function sizeGbOf({ config }: Pick<LxdVolume, "config">): number {
  return Math.round(bytesOf(config.size) / 2 ** 30);
}

import { formatBytes, formatGigabytes, formatInstanceSize } from "../../ports/format-size.ts";
import {
  type InventoryPort,
  type ResourceKind,
  recordedName,
  SiteOwnership,
  type SiteResource,
} from "../../ports/inventory-port.ts";
import { ProviderError } from "../../ports/provider-error.ts";
import { toInstance } from "../compute/libvirt-compute.ts";
import { describeImage } from "../images/libvirt-images.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { findMachine } from "../machine/machines.ts";
import { findPoint } from "../recovery/points.ts";
import { pointFile } from "../storage/names.ts";
import { filesIn, inGibibytes } from "../storage/pool.ts";
import { readRecord, recordOf, writeRecord } from "../storage/records.ts";
import { attachments, recordOfVolume } from "../volumes/stored-volume.ts";
import { snapshotsOf } from "../volumes/volume-life.ts";
import { describeNetwork } from "./describe-network.ts";

/** What the ownership record is named after. Ids have no such form. */
const OWNERSHIP = "fulmar.ownership";

type Describe = (site: LibvirtSite, id: string, signal: AbortSignal) => Promise<SiteResource | undefined>;

const nothing: Describe = async () => undefined;
const DESCRIBE: Readonly<Record<ResourceKind, Describe>> = {
  vm: describeVm,
  volume: describeVolume,
  snapshot: (...call) => describePoint("snapshot", ...call),
  backup: (...call) => describePoint("backup", ...call),
  image: describeImage,
  subnet: (...call) => describeNetwork("subnet", ...call),
  vm_network: (...call) => describeNetwork("vm_network", ...call),
  nat_gateway: (...call) => describeNetwork("nat_gateway", ...call),
  load_balancer: nothing,
};

/** Describes machines and volumes from what is kept beside them. The site keeps nothing else. */
export function libvirtInventory(site: LibvirtSite): InventoryPort {
  return {
    async readOwnership(signal) {
      const ownership = await readRecord(site, OWNERSHIP, SiteOwnership, signal);
      if (ownership !== undefined) return ownership;
      if (!(await filesIn(site, signal)).some(({ name }) => recordOf(name) === OWNERSHIP)) return null;
      throw new ProviderError(
        "provider_answer_unknown",
        "The site's record of who drives it cannot be read; its operator finds it in the storage pool.",
        { retryable: false },
      );
    },
    writeOwnership: ({ installationId, epoch, token }, signal) =>
      writeRecord(site, OWNERSHIP, { installationId, epoch, token }, signal),
    describe: (kind, id, signal) => DESCRIBE[kind](site, id, signal),
  };
}

async function describeVm(site: LibvirtSite, vmId: string, signal: AbortSignal): Promise<SiteResource | undefined> {
  const machine = await findMachine(site, vmId, signal);
  if (machine === undefined) return undefined;
  const { name, planId, record, madeAt } = machine.labels;
  const { power, cpu, ramMb, diskGb, templateId, privateIp } = toInstance(site, machine);
  return {
    kind: "vm",
    id: vmId,
    name,
    size: formatInstanceSize({ cpu, ramMb, diskGb }),
    madeAt: new Date(madeAt),
    record,
    instance: { power, planId, templateId, cpu, ramMb, diskGb, privateIp },
  };
}

async function describeVolume(
  site: LibvirtSite,
  volumeId: string,
  signal: AbortSignal,
): Promise<SiteResource | undefined> {
  const kept = await recordOfVolume(site, volumeId, signal);
  const disk = kept && (await site.disks.find(kept.disk, signal));
  if (kept === undefined || disk === undefined) return undefined;
  const sizeGb = inGibibytes(await site.disks.capacityOf(disk, signal));
  const user = (await attachments(site, signal)).get(volumeId);
  const snapshots = await snapshotsOf(site, volumeId, signal);
  return {
    kind: "volume",
    id: volumeId,
    name: kept.name || recordedName("volume", kept.record),
    size: formatGigabytes(sizeGb),
    madeAt: new Date(kept.madeAt),
    record: kept.record,
    volume: {
      sizeGb,
      attachedVmId: user?.vmId ?? null,
      devicePath: user === undefined ? null : `/dev/${user.target}`,
      snapshots: snapshots.map(({ snapshotId, capacity, allocation, madeAt }) => ({
        snapshotId,
        sizeGb: inGibibytes(capacity),
        storedBytes: allocation,
        madeAt,
      })),
    },
  };
}

async function describePoint(
  kind: "snapshot" | "backup",
  site: LibvirtSite,
  id: string,
  signal: AbortSignal,
): Promise<SiteResource | undefined> {
  const point = await findPoint(site, id, signal);
  if (point?.kind !== kind) return undefined;
  let bytes = 0n;
  for (const { volumeId } of point.volumes) {
    const copy = await site.disks.find(pointFile(id, volumeId), signal);
    if (copy !== undefined) bytes += await site.disks.storedBytes(copy, signal);
  }
  return {
    kind,
    id,
    name: recordedName(kind, point.record),
    size: formatBytes(Number(bytes)),
    madeAt: new Date(point.madeAt),
    record: point.record,
    recoveryPoint: { vmId: point.vmId },
  };
}

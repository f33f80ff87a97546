import { type InventoryPort, recordedName, type SiteMark, type SiteResource } from "../ports/inventory-port.ts";
import { bytesInWords, gigabytesInWords, instanceInWords } from "../ports/size-in-words.ts";
import { type Kept, madeAtOf, recordOf } from "./kept-record.ts";
import { type InstanceRow, toInstance } from "./simulated-compute.ts";
import type { World } from "./world.ts";

const READ_MARK = "SELECT mark FROM simulated.site_mark";
const WRITE_MARK = `INSERT INTO simulated.site_mark (mark) VALUES ($1::jsonb) ON CONFLICT ("only") DO UPDATE SET mark = excluded.mark`;

/** All simulated sites are one world, which has one mark. */
export function simulatedInventory(world: World): InventoryPort {
  return {
    async readMark(signal) {
      const [row] = await world.query<{ mark: SiteMark }>("mark_read", READ_MARK, [], signal);
      return row?.mark ?? null;
    },
    async writeMark({ installationId, epoch, token }, signal) {
      await world.query("mark_write", WRITE_MARK, [JSON.stringify({ installationId, epoch, token })], signal);
    },
    async describe(kind, id, signal) {
      switch (kind) {
        case "vm":
          return describeVm(world, id, signal);
        case "volume":
          return describeVolume(world, id, signal);
        case "snapshot":
        case "backup":
          return describeRecoveryPoint(world, kind, id, signal);
        default:
          return describeConfiguration(world, kind, id, signal);
      }
    },
  };
}

interface DescribedRow extends InstanceRow {
  name: string;
  record: Kept | null;
}

// The record is not in the view of what there is right now.
const DESCRIBE_VM = `SELECT vm_id, i.name, i.power, i.cpu, i.ram_mb, i.disk_gb, i.template_id, i.rescue, i.private_ip, i.record
    FROM simulated.live_instance live JOIN simulated.instance i USING (vm_id) WHERE vm_id = $1`;

export async function describeVm(world: World, vmId: string, signal: AbortSignal): Promise<SiteResource | undefined> {
  const [row] = await world.query<DescribedRow>("describe_vm", DESCRIBE_VM, [vmId], signal);
  if (row === undefined) return undefined;
  const { power, cpu, ramMb, diskGb, templateId, privateIp } = toInstance(row);
  return {
    kind: "vm",
    id: vmId,
    name: row.name,
    size: instanceInWords({ cpu, ramMb, diskGb }),
    madeAt: madeAtOf(row.record),
    record: recordOf(row.record),
    instance: { power, planId: row.record?.plan_id ?? null, templateId, cpu, ramMb, diskGb, privateIp },
  };
}

interface VolumeRow {
  name: string;
  size_gb: number;
  created_at: Date;
  record: Kept | null;
  vm_id: string | null;
  device_path: string | null;
}

// The record is not in the view of what there is right now.
const DESCRIBE_VOLUME = `SELECT v.name, v.size_gb, v.created_at, v.record, a.vm_id, a.device_path
    FROM simulated.live_volume live JOIN simulated.volume v USING (volume_id) LEFT JOIN simulated.volume_attachment a USING (volume_id)
   WHERE volume_id = $1`;

// What belongs to snapshots and backups of VMs is in tables of their own.
const SNAPSHOTS =
  "SELECT snapshot_id, size_gb, created_at FROM simulated.volume_snapshot WHERE volume_id = $1 ORDER BY snapshot_id";

export async function describeVolume(
  world: World,
  volumeId: string,
  signal: AbortSignal,
): Promise<SiteResource | undefined> {
  const [row] = await world.query<VolumeRow>("describe_volume", DESCRIBE_VOLUME, [volumeId], signal);
  if (row === undefined) return undefined;
  const snapshots = await world.query<{ snapshot_id: string; size_gb: number; created_at: Date }>(
    "describe_volume_snapshots",
    SNAPSHOTS,
    [volumeId],
    signal,
  );
  return {
    kind: "volume",
    id: volumeId,
    name: row.name,
    size: gigabytesInWords(row.size_gb),
    madeAt: row.created_at,
    record: recordOf(row.record),
    volume: {
      sizeGb: row.size_gb,
      attachedVmId: row.vm_id,
      devicePath: row.device_path,
      snapshots: snapshots.map((snapshot) => ({
        snapshotId: snapshot.snapshot_id,
        sizeGb: snapshot.size_gb,
        madeAt: snapshot.created_at,
      })),
    },
  };
}

interface PointRow {
  vm_id: string;
  bytes: string;
  made_at: Date;
  record: Kept | null;
}

/** SQL: the copies of a snapshot or a backup as one. */
function describing(kind: "snapshot" | "backup"): string {
  return `SELECT c.vm_id, sum(c.size_bytes)::text AS bytes, min(c.created_at) AS made_at, r.record
    FROM simulated.${kind} c LEFT JOIN simulated.recovery_record r ON r.id = c.${kind}_id
   WHERE c.${kind}_id = $1 GROUP BY c.vm_id, r.id`;
}

export async function describeRecoveryPoint(
  world: World,
  kind: "snapshot" | "backup",
  id: string,
  signal: AbortSignal,
): Promise<SiteResource | undefined> {
  const [row] = await world.query<PointRow>(`describe_${kind}`, describing(kind), [id], signal);
  if (row === undefined) return undefined;
  const record = recordOf(row.record);
  const size = bytesInWords(Number(row.bytes));
  return {
    kind,
    id,
    name: recordedName(kind, record),
    size,
    madeAt: row.made_at,
    record,
    recoveryPoint: { vmId: row.vm_id },
  };
}

/** A resource that is told by revisions. */
type ConfiguredKind = "subnet" | "vm_network" | "nat_gateway" | "load_balancer";

interface ConfigurationRow {
  revision: number;
  record: Kept | null;
  size: string | null;
}

const SIZE = `CASE kind WHEN 'subnet' THEN configuration ->> 'cidr' WHEN 'nat_gateway' THEN configuration #>> '{publicAddress,address}'
  ELSE (SELECT string_agg(nic.value ->> 'address', ', ') FROM jsonb_array_elements(configuration -> 'nics') AS nic) END`;

const DESCRIBE_NETWORK = `SELECT revision, record, ${SIZE} AS size FROM simulated.network_configuration
  WHERE id = $1 AND kind = CASE $2 WHEN 'vm_network' THEN 'vm' ELSE $2 END`;

const DESCRIBE_BALANCER = `SELECT revision, record, configuration ->> 'publicIp' AS size FROM simulated.load_balancer
  WHERE load_balancer_id = $1 AND $2 = 'load_balancer'`;

export async function describeConfiguration(
  world: World,
  kind: ConfiguredKind,
  id: string,
  signal: AbortSignal,
): Promise<SiteResource | undefined> {
  const [name, text] =
    kind === "load_balancer" ? ["describe_balancer", DESCRIBE_BALANCER] : ["describe_network", DESCRIBE_NETWORK];
  const [row] = await world.query<ConfigurationRow>(name, text, [id, kind], signal);
  if (row === undefined) return undefined;
  const record = recordOf(row.record);
  return {
    kind,
    id,
    name: recordedName(kind, record),
    size: row.size,
    madeAt: madeAtOf(row.record),
    record,
    revision: row.revision,
  };
}

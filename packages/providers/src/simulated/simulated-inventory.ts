import { statement } from "@fulmar/prisma";
import { formatBytes, formatGigabytes, formatInstanceSize } from "../ports/format-size.ts";
import { type InventoryPort, recordedName, SiteOwnership, type SiteResource } from "../ports/inventory-port.ts";
import { toInstance } from "./simulated-compute.ts";
import { describeImage } from "./simulated-images.ts";
import { keptIn } from "./site-record.ts";
import { FIRST_WORLD, type World } from "./world.ts";

const readFirst = statement("simulated_ownership_read", "SELECT mark FROM simulated.site_mark");
const writeFirst = statement(
  "simulated_ownership_write",
  `INSERT INTO simulated.site_mark (mark) VALUES ($mark::jsonb)
       ON CONFLICT ("only") DO UPDATE SET mark = excluded.mark`,
);
const readOwn = statement("simulated_site_mark_read", "SELECT mark FROM simulated.site WHERE provider = $provider");
const writeOwn = statement(
  "simulated_site_mark_write",
  `INSERT INTO simulated.site (provider, mark) VALUES ($provider, $mark::jsonb)
       ON CONFLICT (provider) DO UPDATE SET mark = excluded.mark`,
);

/** Each world has one ownership record, whichever sites share it. */
export function simulatedInventory(world: World): InventoryPort {
  return {
    async readOwnership(signal) {
      const [row] =
        world.provider === FIRST_WORLD
          ? await world.query(signal, readFirst)
          : await world.query(signal, readOwn, { provider: world.provider });
      return SiteOwnership.nullable().parse(row?.mark ?? null);
    },
    async writeOwnership({ installationId, epoch, token }, signal) {
      const mark = JSON.stringify({ installationId, epoch, token });
      if (world.provider === FIRST_WORLD) await world.query(signal, writeFirst, { mark });
      else await world.query(signal, writeOwn, { provider: world.provider, mark });
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
        case "image":
          return describeImage(world, id, signal);
        default:
          return describeConfiguration(world, kind, id, signal);
      }
    },
  };
}

// The view of live instances lacks the record.
const describeInstance = statement(
  "simulated_describe_vm",
  `SELECT vm_id, i.name, i.power, i.cpu, i.ram_mb, i.disk_gb, i.template_id, i.rescue, i.private_ip, i.host, i.gpus, i.record
    FROM simulated.live_instance live JOIN simulated.instance i USING (vm_id)
   WHERE vm_id = $vm_id AND i.provider = $provider`,
);

async function describeVm(world: World, vmId: string, signal: AbortSignal): Promise<SiteResource | undefined> {
  const [row] = await world.query(signal, describeInstance, { vm_id: vmId, provider: world.provider });
  if (row === undefined) return undefined;
  const { power, cpu, ramMb, diskGb, templateId, privateIp } = toInstance(row);
  const { record, madeAt, planId } = keptIn(row.record);
  return {
    kind: "vm",
    id: vmId,
    name: row.name,
    size: formatInstanceSize({ cpu, ramMb, diskGb }),
    madeAt,
    record,
    instance: { power, planId, templateId, cpu, ramMb, diskGb, privateIp },
  };
}

// The view of live volumes lacks the record.
const readVolume = statement(
  "simulated_describe_volume",
  `SELECT v.name, v.size_gb, v.created_at, v.record, a.vm_id, a.device_path
    FROM simulated.live_volume live JOIN simulated.volume v USING (volume_id)
    LEFT JOIN simulated.volume_attachment a USING (volume_id)
   WHERE volume_id = $volume_id AND v.provider = $provider`,
);

// Copies that belong to VM snapshots and backups are in separate tables.
const readSnapshots = statement(
  "simulated_describe_volume_snapshots",
  `SELECT snapshot_id, size_gb, size_gb * 1073741824::bigint / 5 AS stored_bytes, created_at
     FROM simulated.volume_snapshot WHERE volume_id = $volume_id ORDER BY snapshot_id`,
);

async function describeVolume(world: World, volumeId: string, signal: AbortSignal): Promise<SiteResource | undefined> {
  const [row] = await world.query(signal, readVolume, { volume_id: volumeId, provider: world.provider });
  if (row === undefined) return undefined;
  const snapshots = await world.query(signal, readSnapshots, { volume_id: volumeId });
  return {
    kind: "volume",
    id: volumeId,
    name: row.name,
    size: formatGigabytes(row.size_gb),
    madeAt: row.created_at,
    record: keptIn(row.record).record,
    volume: {
      sizeGb: row.size_gb,
      attachedVmId: row.vm_id,
      devicePath: row.device_path,
      snapshots: snapshots.map((snapshot) => ({
        snapshotId: snapshot.snapshot_id,
        sizeGb: snapshot.size_gb,
        storedBytes: snapshot.stored_bytes,
        madeAt: snapshot.created_at,
      })),
    },
  };
}

/** The copies of a snapshot or a backup as one resource. */
const describePoint = (kind: "snapshot" | "backup") =>
  statement(
    `simulated_describe_${kind}`,
    `SELECT c.vm_id, sum(c.size_bytes)::text AS bytes, min(c.created_at) AS made_at, r.record
       FROM simulated.${kind} c LEFT JOIN simulated.recovery_record r ON r.id = c.${kind}_id
      WHERE c.${kind}_id = $id AND c.provider = $provider GROUP BY c.vm_id, r.id`,
  );
const POINTS = { snapshot: describePoint("snapshot"), backup: describePoint("backup") };

async function describeRecoveryPoint(
  world: World,
  kind: "snapshot" | "backup",
  id: string,
  signal: AbortSignal,
): Promise<SiteResource | undefined> {
  const [row] = await world.query(signal, POINTS[kind], { id, provider: world.provider });
  if (row === undefined) return undefined;
  const { record } = keptIn(row.record);
  const size = formatBytes(Number(row.bytes));
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

/** A resource whose configuration has revisions. */
type ConfiguredKind = "subnet" | "vm_network" | "nat_gateway" | "load_balancer";

const SIZE = `CASE kind WHEN 'subnet' THEN configuration ->> 'cidr'
  WHEN 'nat_gateway' THEN configuration #>> '{publicAddress,address}'
  ELSE (SELECT string_agg(nic.value ->> 'address', ', ')
          FROM jsonb_array_elements(configuration -> 'nics') AS nic) END`;

const describeNetwork = statement(
  "simulated_describe_network",
  `SELECT revision, record, ${SIZE} AS size FROM simulated.network_configuration
  WHERE id = $id AND kind = CASE $kind WHEN 'vm_network' THEN 'vm' ELSE $kind END AND provider = $provider`,
);

const describeBalancer = statement(
  "simulated_describe_balancer",
  `SELECT revision, record, configuration ->> 'publicIp' AS size FROM simulated.load_balancer
    WHERE load_balancer_id = $load_balancer_id AND provider = $provider`,
);

async function describeConfiguration(
  world: World,
  kind: ConfiguredKind,
  id: string,
  signal: AbortSignal,
): Promise<SiteResource | undefined> {
  const [row] =
    kind === "load_balancer"
      ? await world.query(signal, describeBalancer, { load_balancer_id: id, provider: world.provider })
      : await world.query(signal, describeNetwork, { id, kind, provider: world.provider });
  if (row === undefined) return undefined;
  const { record, madeAt } = keptIn(row.record);
  return {
    kind,
    id,
    name: recordedName(kind, record),
    size: row.size,
    madeAt,
    record,
    revision: row.revision,
  };
}

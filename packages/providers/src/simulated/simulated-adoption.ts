import { statement } from "@fulmar/prisma";
import type { AdoptionPort, MachineLabels, Strangers } from "../ports/adoption-port.ts";
import { ProviderError } from "../ports/provider-error.ts";
import { KEPT } from "./site-record.ts";
import type { World } from "./world.ts";

/**
 * Machines and volumes that are not ours are in tables of their own. Labeling one moves its row to ours, and releasing
 * it moves the row back, with its boot, its counters and its content.
 */
export function simulatedAdoption(world: World): AdoptionPort {
  return {
    findStrangers: (...call) => findStrangers(world, ...call),
    labelMachine: (...call) => labelMachine(world, ...call),
    releaseMachine: (...call) => releaseMachine(world, ...call),
  };
}

const machines = statement(
  "simulated_stranger_machines",
  `SELECT s.name, s.power, s.cpu, s.ram_mb, s.disk_gb, s.private_ip, s.image, s.ephemeral,
          s.rx_bytes + CASE WHEN s.power = 'running'
            THEN (extract(epoch FROM clock_timestamp() - s.started_at) * 24000 * coalesce(s.cpu, 1))::bigint
            ELSE 0 END AS rx_bytes,
          s.tx_bytes + CASE WHEN s.power = 'running'
            THEN (extract(epoch FROM clock_timestamp() - s.started_at) * 9000 * coalesce(s.cpu, 1))::bigint
            ELSE 0 END AS tx_bytes,
          ARRAY(SELECT v.name FROM simulated.stranger_volume v WHERE v.machine = s.name ORDER BY v.name) AS volumes
     FROM simulated.stranger s WHERE s.provider = $provider
    UNION ALL
   SELECT coalesce(i.record ->> 'machine', i.name), i.power, i.cpu, i.ram_mb, i.disk_gb, i.private_ip, NULL, false,
          live.rx_counter, live.tx_counter,
          ARRAY(SELECT coalesce(v.record ->> 'machine', v.name)
                  FROM simulated.volume v JOIN simulated.volume_attachment a USING (volume_id)
                 WHERE a.vm_id = i.vm_id ORDER BY 1)
     FROM simulated.live_instance live JOIN simulated.instance i USING (vm_id)
    WHERE vm_id = ANY ($vm_ids::text[]) AND i.provider = $provider
    ORDER BY name`,
  // The view's description does not show that.
  { present: ["rx_bytes", "tx_bytes"] },
);

const volumes = statement(
  "simulated_stranger_volumes",
  `SELECT v.name, v.size_gb, v.machine FROM simulated.stranger_volume v WHERE v.provider = $provider
    UNION ALL
   SELECT coalesce(v.record ->> 'machine', v.name), v.size_gb, coalesce(i.record ->> 'machine', i.name)
     FROM simulated.volume v LEFT JOIN simulated.volume_attachment a USING (volume_id)
     LEFT JOIN simulated.instance i USING (vm_id)
    WHERE v.volume_id = ANY ($volume_ids::text[]) AND v.provider = $provider
    ORDER BY name`,
);

const UNSIZED = "It has no size, and a volume is charged by its size: set one at the server.";
const EPHEMERAL = "It is ephemeral: its server deletes it when it stops.";

async function findStrangers(world: World, unfinished: ReadonlySet<string>, signal: AbortSignal): Promise<Strangers> {
  const ids = [...unfinished];
  const disks = (await world.query(signal, volumes, { volume_ids: ids, provider: world.provider })).map(
    ({ name, size_gb: sizeGb, machine }) => ({
      name,
      sizeGb,
      machines: machine === null ? [] : [machine],
      obstacles: sizeGb === null ? [UNSIZED] : [],
    }),
  );
  return {
    machines: (await world.query(signal, machines, { vm_ids: ids, provider: world.provider })).map((row) => ({
      name: row.name,
      type: "container",
      power: row.power,
      cpu: row.cpu,
      ramMb: row.ram_mb,
      diskGb: row.disk_gb,
      addresses: [row.private_ip],
      rxBytes: row.rx_bytes,
      txBytes: row.tx_bytes,
      image: row.image,
      hosts: [],
      volumes: row.volumes,
      obstacles: [
        ...(row.ephemeral ? [EPHEMERAL] : []),
        ...disks.flatMap(({ name, machines: users, obstacles: [obstacle] }) =>
          obstacle !== undefined && users.includes(row.name)
            ? [`Its volume ${name} cannot be adopted. ${obstacle}`]
            : [],
        ),
      ],
      warnings: [],
    })),
    volumes: disks,
  };
}

/** SQL: the `record` column of an adopted machine. */
const LABELED = `${KEPT} || jsonb_build_object('plan_id', $plan_id::text, 'machine', $machine::text)`;

// A repeated call finds the instance, and writes its record anew. The names at the site stay beside the records.
const label = statement(
  "simulated_label_machine",
  `WITH came AS (
     DELETE FROM simulated.stranger WHERE name = $machine AND provider = $provider
        AND NOT EXISTS (SELECT FROM simulated.instance WHERE vm_id = $vm_id)
     RETURNING *),
   brought AS (DELETE FROM simulated.stranger_volume v USING came WHERE v.machine = came.name RETURNING v.*),
   made AS (
     INSERT INTO simulated.instance (vm_id, name, cpu, ram_mb, disk_gb, template_id, private_ip, power, provisioned,
                                     configuration, rx_bytes, tx_bytes, started_at, created_at, record, provider)
     SELECT $vm_id, $name, coalesce(cpu, 0), coalesce(ram_mb, 0), coalesce(disk_gb, 0), $template_id, private_ip, power,
            true, configuration, rx_bytes, tx_bytes, started_at, created_at, ${LABELED}, provider FROM came
     RETURNING vm_id
   ), again AS (
     UPDATE simulated.instance SET name = $name, record = ${LABELED}
      WHERE vm_id = $vm_id AND record ->> 'machine' = $machine
     RETURNING vm_id
   ), wanted AS (
     SELECT * FROM jsonb_to_recordset($volumes::jsonb)
                AS w ("volume" text, "volumeId" text, "volumeName" text, "devicePath" text, "record" jsonb)
   ), disks AS (
     INSERT INTO simulated.volume (volume_id, name, size_gb, type, created_at, record, provider)
     SELECT w."volumeId", w."volumeName", v.size_gb, 'ssd', v.created_at,
            w."record" || jsonb_build_object('machine', w."volume"), v.provider
       FROM brought v JOIN wanted w ON w."volume" = v.name
   ), attached AS (
     INSERT INTO simulated.volume_attachment (volume_id, vm_id, device_path)
     SELECT w."volumeId", $vm_id, w."devicePath" FROM brought v JOIN wanted w ON w."volume" = v.name
   ), contents AS (
     INSERT INTO simulated.disk (volume_id, content, root_of_vm_id, data_volume_id)
     SELECT $root_volume_id, content, $vm_id, NULL FROM came
      UNION ALL SELECT w."volumeId", v.content, NULL, w."volumeId" FROM brought v JOIN wanted w ON w."volume" = v.name
   )
   SELECT vm_id FROM made UNION ALL SELECT vm_id FROM again`,
);

async function labelMachine(world: World, labels: MachineLabels, signal: AbortSignal): Promise<void> {
  const { machine, vmId, vmName, templateId, record, planId, rootVolumeId } = labels;
  const labeled = await world.query(signal, label, {
    machine,
    vm_id: vmId,
    name: vmName,
    template_id: templateId,
    record: JSON.stringify(record),
    plan_id: planId,
    root_volume_id: rootVolumeId,
    volumes: JSON.stringify(labels.volumes),
    provider: world.provider,
  });
  if (labeled.length > 0) return;
  throw new ProviderError("machine_not_found", `The machine ${machine} is no longer at the site.`, {
    retryable: false,
  });
}

const release = statement(
  "simulated_release_machine",
  `WITH disks AS (
     INSERT INTO simulated.stranger_volume (name, size_gb, machine, content, created_at, provider)
     SELECT coalesce(v.record ->> 'machine', v.name), v.size_gb, coalesce(i.record ->> 'machine', i.name),
            coalesce(d.content, ''), v.created_at, v.provider
       FROM simulated.volume v LEFT JOIN simulated.volume_attachment a USING (volume_id)
       LEFT JOIN simulated.instance i ON i.vm_id = a.vm_id AND i.vm_id = $vm_id
       LEFT JOIN simulated.disk d USING (volume_id) WHERE v.volume_id = ANY ($volume_ids::text[])
   ), machine AS (
     INSERT INTO simulated.stranger (name, cpu, ram_mb, disk_gb, image, private_ip, power, content, configuration,
                                     rx_bytes, tx_bytes, started_at, created_at, provider)
     SELECT coalesce(i.record ->> 'machine', i.name), nullif(i.cpu, 0), nullif(i.ram_mb, 0), nullif(i.disk_gb, 0),
            i.template_id, i.private_ip, i.power, coalesce(d.content, ''),
            i.configuration, i.rx_bytes, i.tx_bytes, i.started_at, i.created_at, i.provider
       FROM simulated.live_instance live JOIN simulated.instance i USING (vm_id)
       LEFT JOIN simulated.disk d ON d.root_of_vm_id = i.vm_id WHERE i.vm_id = $vm_id
     RETURNING name
   ), gone AS (DELETE FROM simulated.instance WHERE vm_id = $vm_id AND EXISTS (SELECT FROM machine)),
   volumes AS (DELETE FROM simulated.volume WHERE volume_id = ANY ($volume_ids::text[]))
   SELECT name FROM machine`,
);

async function releaseMachine(
  world: World,
  vmId: string,
  volumeIds: readonly string[],
  signal: AbortSignal,
): Promise<string | null> {
  const [machine] = await world.query(signal, release, { vm_id: vmId, volume_ids: volumeIds });
  return machine?.name ?? null;
}

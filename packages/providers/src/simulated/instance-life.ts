import { statement } from "@fulmar/prisma";
import type { InstanceConfiguration, InstanceSpec } from "../ports/compute-port.ts";
import { instanceNotFound, recoveryPointNotFound } from "../ports/provider-error.ts";
import { captured } from "./backups.ts";
import { sentinelOf } from "./begin-step.ts";
import { BOOTS, shown } from "./console.ts";
import { KEPT } from "./site-record.ts";
import type { World } from "./world.ts";

/** How long an instance named `vanish` exists after its first start. */
const VANISH_AFTER_MS = 5_000;

// Where nobody chose, the world does.
const ANY_HOST =
  "(SELECT h.name FROM simulated.host h WHERE h.provider = $provider AND h.online ORDER BY random() LIMIT 1)";

const create = statement(
  "simulated_create",
  `INSERT INTO simulated.instance (vm_id, name, cpu, ram_mb, disk_gb, template_id, vanish_after_ms, gpu_model,
                                   gpu_count, gpus, record, provider, host)
   VALUES ($vm_id, $name, $cpu, $ram_mb, $disk_gb, $template_id, $vanish_after_ms, $gpu_model, $gpu_count, $gpus,
           ${KEPT} || jsonb_build_object('plan_id', $plan_id::text), $provider, coalesce($host, ${ANY_HOST}))
       ON CONFLICT (vm_id) DO NOTHING`,
);

// What is on the disk already stays. No row: the provider does not have the snapshot or the backup.
const fill = statement(
  "simulated_create_fill",
  `WITH source AS (
     ${captured("unnest(ARRAY[$volume_id::text]) AS v (volume_id)", "$point_id", "$vm_id")}
   ), filled AS (
     INSERT INTO simulated.disk (volume_id, content, root_of_vm_id)
     SELECT $new_volume_id, coalesce(content, ''), $new_vm_id FROM source ON CONFLICT (volume_id) DO NOTHING
   )
   SELECT 1 AS filled FROM source`,
);

const provision = statement(
  "simulated_provision",
  "UPDATE simulated.instance SET provisioned = true WHERE vm_id = $vm_id RETURNING vm_id",
);

// An image of a workspace has what was on the disk that it was made of.
const configure = statement(
  "simulated_configure",
  `UPDATE simulated.instance i
      SET configuration = $configuration::jsonb || coalesce((
            SELECT jsonb_build_object('mark', m.content) FROM simulated.image m
             WHERE m.image_id = i.template_id AND m.content IS NOT NULL
               AND NOT EXISTS (SELECT FROM simulated.disk d WHERE d.root_of_vm_id = i.vm_id)), '{}')
    WHERE vm_id = $vm_id AND provisioned
RETURNING vm_id`,
);

const remove = statement("simulated_delete", "DELETE FROM simulated.instance WHERE vm_id = $vm_id");

/** Creates an instance. An existing one stays as it is. */
export async function createInstance(
  world: World,
  vmId: string,
  spec: InstanceSpec,
  signal: AbortSignal,
): Promise<void> {
  const vanishAfterMs = sentinelOf(spec.name).vanishes ? VANISH_AFTER_MS : null;
  await world.query(signal, create, {
    vm_id: vmId,
    name: spec.name,
    cpu: spec.cpu,
    ram_mb: spec.ramMb,
    disk_gb: spec.diskGb,
    template_id: spec.templateId,
    vanish_after_ms: vanishAfterMs,
    gpu_model: spec.gpuModel,
    gpu_count: spec.gpuCount,
    gpus: spec.gpus,
    record: JSON.stringify(spec.record),
    plan_id: spec.planId,
    provider: world.provider,
    host: spec.host,
  });
  const { point } = spec;
  if (point == null) return;
  const filled = await world.query(signal, fill, {
    point_id: point.pointId,
    vm_id: point.vmId,
    volume_id: point.volumeId,
    new_volume_id: point.newVolumeId,
    new_vm_id: vmId,
    provider: world.provider,
  });
  if (filled.length === 0) throw recoveryPointNotFound(point.kind);
}

export async function provisionInstance(world: World, vmId: string, signal: AbortSignal): Promise<void> {
  const rows = await world.query(signal, provision, { vm_id: vmId });
  if (rows.length === 0) throw instanceNotFound();
}

export async function configureInstance(
  world: World,
  vmId: string,
  configuration: InstanceConfiguration,
  signal: AbortSignal,
): Promise<void> {
  const rows = await world.query(signal, configure, { vm_id: vmId, configuration: JSON.stringify(configuration) });
  if (rows.length === 0) throw instanceNotFound();
}

export async function deleteInstance(world: World, vmId: string, signal: AbortSignal): Promise<void> {
  await world.query(signal, remove, { vm_id: vmId });
}

const start = statement(
  "simulated_start",
  `UPDATE simulated.instance i
    SET power = 'running', started_at = CASE WHEN power = 'running' THEN started_at ELSE clock_timestamp() END,
        console = CASE WHEN power = 'running' THEN i.console ELSE ${shown(BOOTS)} END,
        vanishes_at = coalesce(vanishes_at, clock_timestamp() + vanish_after_ms * interval '1 millisecond')
  WHERE vm_id = $vm_id AND (vanishes_at IS NULL OR vanishes_at > clock_timestamp())
  RETURNING private_ip`,
);

// The counters are stored when a run ends, so that traffic never decreases.
const stop = statement(
  "simulated_stop",
  `UPDATE simulated.instance i
    SET power = 'stopped', started_at = NULL,
        console = CASE WHEN i.power = 'stopped' THEN i.console ELSE ${shown("'halt'")} END, rx_bytes = live.rx_counter,
        tx_bytes = live.tx_counter
   FROM simulated.live_instance live
  WHERE i.vm_id = $vm_id AND live.vm_id = i.vm_id
  RETURNING i.vm_id`,
);

const restart = statement(
  "simulated_restart",
  `UPDATE simulated.instance i
    SET power = 'running', last_restart_id = $last_restart_id,
        started_at = CASE WHEN i.last_restart_id = $last_restart_id THEN i.started_at ELSE clock_timestamp() END,
        console = CASE WHEN i.last_restart_id = $last_restart_id THEN i.console ELSE ${shown(BOOTS)} END,
        rx_bytes = CASE WHEN i.last_restart_id = $last_restart_id THEN i.rx_bytes ELSE live.rx_counter END,
        tx_bytes = CASE WHEN i.last_restart_id = $last_restart_id THEN i.tx_bytes ELSE live.tx_counter END
   FROM simulated.live_instance live
  WHERE i.vm_id = $vm_id AND live.vm_id = i.vm_id
  RETURNING i.vm_id`,
);

export async function startInstance(
  world: World,
  vmId: string,
  signal: AbortSignal,
): Promise<{ privateIp: string | null }> {
  const [row] = await world.query(signal, start, { vm_id: vmId });
  if (row === undefined) throw instanceNotFound();
  return { privateIp: row.private_ip };
}

/** A forced stop is the same as a gentle one for a simulated instance. */
export async function stopInstance(
  world: World,
  vmId: string,
  _options: { readonly force: boolean },
  signal: AbortSignal,
): Promise<void> {
  const rows = await world.query(signal, stop, { vm_id: vmId });
  if (rows.length === 0) throw instanceNotFound();
}

export async function restartInstance(
  world: World,
  vmId: string,
  { requestId }: { readonly force: boolean; readonly requestId: string },
  signal: AbortSignal,
): Promise<void> {
  const rows = await world.query(signal, restart, { vm_id: vmId, last_restart_id: requestId });
  if (rows.length === 0) throw instanceNotFound();
}

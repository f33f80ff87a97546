import type { InstanceConfiguration, InstanceSpec } from "../compute-port.ts";
import { instanceNotFound } from "../instance-not-found.ts";
import { kept } from "./kept.ts";
import { sentinelOf } from "./sentinel.ts";
import type { World } from "./world.ts";

/** How long an instance named `vanish` is there after its first start. */
const VANISH_AFTER_MS = 5_000;

/** Made before, it stays as it is. */
export async function createInstance(
  world: World,
  vmId: string,
  spec: InstanceSpec,
  signal: AbortSignal,
): Promise<void> {
  const text = `INSERT INTO simulated.instance (vm_id, name, cpu, ram_mb, disk_gb, template_id, vanish_after_ms, gpu_model, gpu_count, record)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, ${kept("$10")} || jsonb_build_object('plan_id', $11::text)) ON CONFLICT (vm_id) DO NOTHING`;
  const vanishAfterMs = sentinelOf(spec.name).vanishes ? VANISH_AFTER_MS : null;
  const size = [spec.cpu, spec.ramMb, spec.diskGb, spec.templateId, vanishAfterMs, spec.gpuModel, spec.gpuCount];
  await world.query("create", text, [vmId, spec.name, ...size, JSON.stringify(spec.record), spec.planId], signal);
}

export async function provisionInstance(world: World, vmId: string, signal: AbortSignal): Promise<void> {
  const rows = await world.query(
    "provision",
    "UPDATE simulated.instance SET provisioned = true WHERE vm_id = $1 RETURNING vm_id",
    [vmId],
    signal,
  );
  if (rows.length === 0) throw instanceNotFound();
}

export async function configureInstance(
  world: World,
  vmId: string,
  configuration: InstanceConfiguration,
  signal: AbortSignal,
): Promise<void> {
  const text =
    "UPDATE simulated.instance SET configuration = $2::jsonb WHERE vm_id = $1 AND provisioned RETURNING vm_id";
  const rows = await world.query("configure", text, [vmId, JSON.stringify(configuration)], signal);
  if (rows.length === 0) throw instanceNotFound();
}

export async function deleteInstance(world: World, vmId: string, signal: AbortSignal): Promise<void> {
  const text = `WITH snapshots AS (DELETE FROM simulated.snapshot WHERE vm_id = $1 RETURNING snapshot_id),
                records AS (DELETE FROM simulated.recovery_record WHERE id IN (SELECT snapshot_id FROM snapshots))
                DELETE FROM simulated.instance WHERE vm_id = $1`;
  await world.query("delete", text, [vmId], signal);
}

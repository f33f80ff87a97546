import type { InstanceSize } from "../compute-port.ts";
import { instanceNotFound } from "../instance-not-found.ts";
import type { World } from "./world.ts";

// Traffic counts by the processors: what was counted so far is kept, and the rest of the run counts by the new ones.
const RESIZE = `UPDATE simulated.instance i
    SET cpu = $2, ram_mb = $3, gpu_model = $4, gpu_count = $5, rx_bytes = live.rx_counter, tx_bytes = live.tx_counter,
        record = coalesce(i.record, '{}') || jsonb_build_object('plan_id', $6::text),
        started_at = CASE WHEN i.power = 'running' THEN clock_timestamp() END
   FROM simulated.live_instance live
  WHERE i.vm_id = $1 AND live.vm_id = i.vm_id
  RETURNING i.vm_id`;

const GROW = `UPDATE simulated.instance i SET disk_gb = greatest(i.disk_gb, $2) FROM simulated.live_instance live
  WHERE i.vm_id = $1 AND live.vm_id = i.vm_id RETURNING i.vm_id`;

const REVERT = `UPDATE simulated.instance i SET disk_gb = least(i.disk_gb, $2) FROM simulated.live_instance live
  WHERE i.vm_id = $1 AND live.vm_id = i.vm_id RETURNING i.vm_id`;

export async function resizeInstance(
  world: World,
  vmId: string,
  size: InstanceSize,
  signal: AbortSignal,
): Promise<void> {
  const rows = await world.query(
    "resize",
    RESIZE,
    [vmId, size.cpu, size.ramMb, size.gpuModel, size.gpuCount, size.planId],
    signal,
  );
  if (rows.length === 0) throw instanceNotFound();
}

export async function growRootDisk(world: World, vmId: string, diskGb: number, signal: AbortSignal): Promise<void> {
  const rows = await world.query("grow", GROW, [vmId, diskGb], signal);
  if (rows.length === 0) throw instanceNotFound();
}

export async function revertRootDisk(world: World, vmId: string, diskGb: number, signal: AbortSignal): Promise<void> {
  const rows = await world.query("shrink", REVERT, [vmId, diskGb], signal);
  if (rows.length === 0) throw instanceNotFound();
}

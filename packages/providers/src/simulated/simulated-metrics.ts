import { type RowOf, statement } from "@fulmar/prisma";
import type { InstanceMetrics, MetricsPort, VolumeMetrics } from "../ports/metrics-port.ts";
import { gpuLoadOf, loadOf, volumeLoadOf } from "./load-curve.ts";
import type { World } from "./world.ts";

// A simulated instance reads from disk what it sends, writes what it receives, and the same amount again for itself.
const read = statement(
  "simulated_metrics",
  `SELECT i.vm_id, i.rx_counter, i.tx_counter, own.gpu_count
     FROM simulated.live_instance i JOIN simulated.instance own ON own.vm_id = i.vm_id
    WHERE i.power = 'running' AND own.provider = $provider AND own.vm_id > $after ORDER BY own.vm_id LIMIT $limit`,
  { present: ["rx_counter", "tx_counter"] }, // Sums of columns that are never NULL.
);

const readVolumes = statement(
  "simulated_volume_metrics",
  `SELECT v.volume_id, v.created_at
     FROM simulated.live_volume v JOIN simulated.volume own USING (volume_id)
     JOIN simulated.volume_attachment a ON a.volume_id = v.volume_id
     JOIN simulated.live_instance i ON i.vm_id = a.vm_id AND i.power = 'running'
    WHERE own.provider = $provider AND own.volume_id > $after ORDER BY own.volume_id LIMIT $limit`,
  { present: ["created_at"] }, // A column that is never NULL.
);

export function simulatedMetrics(world: World): MetricsPort {
  return {
    async readMetrics({ after, limit }, signal) {
      const rows = await world.query(signal, read, { after, limit, provider: world.provider });
      const now = new Date();
      return rows.map((row) => toMetrics(row, now));
    },
    async readVolumeMetrics({ after, limit }, signal) {
      const rows = await world.query(signal, readVolumes, { after, limit, provider: world.provider });
      const now = new Date();
      return rows.map((row) => toVolumeMetrics(row, now));
    },
  };
}

function toMetrics(
  { vm_id, rx_counter: rxBytes, tx_counter: txBytes, gpu_count }: RowOf<typeof read>,
  now: Date,
): InstanceMetrics {
  const gpus = Array.from({ length: gpu_count }, (_, gpu) => gpuLoadOf(vm_id, gpu, now));
  return {
    ...{ vmId: vm_id, ...loadOf(vm_id, now) },
    ...{ readBytes: 2n * txBytes, writeBytes: 2n * rxBytes, rxBytes, txBytes },
    gpus: gpus.length === 0 ? null : gpus,
  };
}

function toVolumeMetrics({ volume_id, created_at }: RowOf<typeof readVolumes>, now: Date): VolumeMetrics {
  return { volumeId: volume_id, ...volumeLoadOf(volume_id, created_at, now) };
}

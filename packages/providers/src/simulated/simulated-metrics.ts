import type { InstanceMetrics, MetricsPort } from "../ports/metrics-port.ts";
import { loadOf } from "./load-curve.ts";
import type { World } from "./world.ts";

interface MetricsRow {
  vm_id: string;
  rx_counter: string;
  tx_counter: string;
}

// A machine reads its disk for what it sends, and writes what it receives, and as much again for its own purposes.
const READ = `SELECT vm_id, rx_counter::text, tx_counter::text FROM simulated.live_instance
  WHERE power = 'running' AND vm_id > $1 ORDER BY vm_id LIMIT $2`;

export function simulatedMetrics(world: World): MetricsPort {
  return {
    async readMetrics({ after, limit }, signal) {
      const rows = await world.query<MetricsRow>("metrics", READ, [after, limit], signal);
      const now = new Date();
      return rows.map((row) => toMetrics(row, now));
    },
  };
}

function toMetrics({ vm_id, rx_counter, tx_counter }: MetricsRow, now: Date): InstanceMetrics {
  const [rxBytes, txBytes] = [BigInt(rx_counter), BigInt(tx_counter)];
  return { vmId: vm_id, ...loadOf(vm_id, now), readBytes: 2n * txBytes, writeBytes: 2n * rxBytes, rxBytes, txBytes };
}

import { type RowOf, statement } from "@fulmar/prisma";
import type { InstanceMetrics, MetricsPort } from "../ports/metrics-port.ts";
import { loadOf } from "./load-curve.ts";
import type { World } from "./world.ts";

// A simulated instance reads from disk what it sends, writes what it receives, and the same amount again for itself.
const read = statement(
  "simulated_metrics",
  `SELECT vm_id, rx_counter, tx_counter FROM simulated.live_instance
  WHERE power = 'running' AND vm_id > $1 ORDER BY vm_id LIMIT $2`,
  { present: ["rx_counter", "tx_counter"] }, // Sums of columns that are never NULL.
);

export function simulatedMetrics(world: World): MetricsPort {
  return {
    async readMetrics({ after, limit }, signal) {
      const rows = await world.query(signal, read, [after, limit]);
      const now = new Date();
      return rows.map((row) => toMetrics(row, now));
    },
  };
}

function toMetrics(
  { vm_id, rx_counter: rxBytes, tx_counter: txBytes }: RowOf<typeof read>,
  now: Date,
): InstanceMetrics {
  return { vmId: vm_id, ...loadOf(vm_id, now), readBytes: 2n * txBytes, writeBytes: 2n * rxBytes, rxBytes, txBytes };
}

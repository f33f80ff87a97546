import type pg from "pg";
import type { Provider } from "../provider.ts";
import { beginStep } from "./begin-step.ts";
import { simulatedCompute } from "./simulated-compute.ts";
import { simulatedMetrics } from "./simulated-metrics.ts";
import { simulatedRecovery } from "./simulated-recovery.ts";
import { simulatedVolumes } from "./simulated-volumes.ts";
import { openWorld } from "./world.ts";

/** A cloud without machines, for development and tests. It lives in the schema `simulated` of the given database. */
export function simulatedProvider(pool: pg.Pool): Provider {
  const world = openWorld(pool);
  return {
    beginStep,
    compute: simulatedCompute(world),
    metrics: simulatedMetrics(world),
    recovery: simulatedRecovery(world),
    volumes: simulatedVolumes(world),
  };
}

import { expect, test } from "vitest";
import { recordBandwidth } from "../../src/compute/bandwidth.ts";
import { reconcileInstances } from "../../src/compute/reconcile-instances.ts";
import { recordMetrics } from "../../src/metrics/record-metrics.ts";
import { findUnknownResources } from "../../src/restore/find-unknown-resources.ts";
import { computeFixture } from "../compute-fixture.ts";

const fixture = computeFixture();
const { signal } = new AbortController();

/** More than a worker has connections. */
const RUNS = 40;

test.each([
  { reconciler: reconcileInstances, table: "vm" },
  { reconciler: recordBandwidth, table: "vm_bandwidth" },
  { reconciler: recordMetrics, table: "vm_metric" },
  { reconciler: findUnknownResources, table: "machine_adoption" },
  { reconciler: reconcileInstances, table: "simulated.instance" },
])("others have a connection while $reconciler.name waits for $table everywhere", async ({ reconciler, table }) => {
  const { services, database } = fixture.world;
  await fixture.runningVm(`${reconciler.name}-${table.replace(".", "-")}`);
  const holder = await database.pool.connect();
  try {
    await holder.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    const runs = Promise.all(Array.from({ length: RUNS }, () => reconciler.run(services, signal)));
    const waiting = async () =>
      (
        await database.pool.query(
          "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        )
      ).rowCount;
    await expect.poll(waiting).toBeGreaterThan(1);
    expect(await services.providerNames()).toContain("simulated");
    await holder.query("COMMIT");
    await runs;
  } finally {
    holder.release(true);
  }
});

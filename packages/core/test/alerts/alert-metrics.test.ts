import {
  ALERT_METRIC_NAMES,
  type AlertMetric,
  type Bucket,
  type CdnDistribution,
  type LoadBalancer,
} from "@fulmar/contract";
import { beforeAll, describe, expect, test } from "vitest";
import { volumesOf } from "../volumes-fixture.ts";
import { alertFixture } from "./alert-fixture.ts";

const fixture = alertFixture();
const MINUTE = "date_trunc('minute', now())";

let resources = 0;
/** The name of a new resource. */
const named = (name: string) => `${name}-${++resources}`;

/** Writes a minute of a metric of a new resource, and what its value is. */
const measured: Record<AlertMetric, () => Promise<{ id: string; type: string; value: number }>> = {
  async vm_cpu_percent() {
    const id = await fixture.newVm(named("cpu"));
    await fixture.measure(id, 60);
    return { id, type: "cloud_vm", value: 60 };
  },
  async vm_memory_percent() {
    const id = await fixture.newVm(named("memory"));
    await fixture.measure(id, 60);
    return { id, type: "cloud_vm", value: 30 };
  },
  gpu_utilisation_percent: () => ofGpus(61),
  gpu_memory_percent: () => ofGpus(42),
  gpu_temperature_celsius: () => ofGpus(83.5),
  async volume_used_percent() {
    const { volume_id: id } = await volumesOf(fixture).create(named("filled"));
    await fixture.query(
      `INSERT INTO volume_metric (workspace_id, volume_id, minute, read_at, used_percent)
       SELECT workspace_id, volume_id, ${MINUTE}, now(), 77 FROM volume WHERE volume_id = $1`,
      [id],
    );
    return { id, type: "volume", value: 77 };
  },
  async load_balancer_unhealthy_targets() {
    const id = await balancer("unhealthy");
    const target = (status: string) => ({ status, reason: null });
    const targets = { a: target("offline"), b: target("online"), c: target("offline"), d: target("draining") };
    await fixture.query(
      `INSERT INTO load_balancer_health (workspace_id, load_balancer_id, checked_at, targets)
         SELECT workspace_id, load_balancer_id, now(), $2 FROM load_balancer WHERE load_balancer_id = $1`,
      [id, targets],
    );
    return { id, type: "load_balancer", value: 2 };
  },
  async load_balancer_5xx_percent() {
    const id = await balancer("failing");
    await countRequests(id);
    return { id, type: "load_balancer", value: 25 };
  },
  async load_balancer_response_ms() {
    const id = await balancer("slow");
    await countRequests(id);
    return { id, type: "load_balancer", value: 150 };
  },
  async cdn_5xx_percent() {
    const { name } = await fixture.send<Bucket>(
      "bucket.create",
      {},
      { name: named("alerted-origin"), region: "eu-west-1" },
    );
    const { id } = await fixture.send<CdnDistribution>(
      "cdnDistribution.create",
      {},
      { name: named("site"), origin_id: name },
    );
    await fixture.query(
      `INSERT INTO cdn_metric SELECT workspace_id, distribution_id, ${MINUTE}, 200, 0, 0, 190, 0, 0, 10
         FROM cdn_distribution WHERE distribution_id = $1`,
      [id],
    );
    return { id, type: "cdn_distribution", value: 5 };
  },
  async backup_destination_failed_copies() {
    const body = {
      ...{ name: named("elsewhere"), endpoint: "https://s3.example.com", bucket: "our-backups" },
      ...{ access_key: "AKIAIOSFODNN7EXAMPLE", secret_key: "a-secret-key" },
    };
    const { destination_id: id } = await fixture.send<{ destination_id: string }>("backupDestination.create", {}, body);
    // One that was copied begins the count anew. One that waits for its first attempt is not counted.
    await fixture.query(
      `INSERT INTO backup_copy (copy_id, workspace_id, destination_id, object_id, own, backup_id, vm_id, vm_name, vm_type,
                                taken_at, created_at, status, copy_at, waiting_reason, manifest)
       SELECT $1 || n, workspace_id, destination_id, $1 || n, true, 'bkp_' || n, 'vm_1', 'web', 'cloud',
              now(), now() - n * interval '1 hour', c.status,
              CASE c.status WHEN 'waiting' THEN now() + interval '1 day' END, reason,
              CASE c.status WHEN 'copied' THEN '{}'::jsonb END
         FROM backup_destination, (VALUES (1, 'waiting', NULL), (2, 'waiting', 'It does not answer.'), (3, 'failed', NULL),
                                          (4, 'failed', NULL), (5, 'copied', NULL), (6, 'failed', NULL))
                               AS c (n, status, reason)
        WHERE destination_id = $1`,
      [id],
    );
    return { id, type: "backup_destination", value: 3 };
  },
};

/** A VM with two GPUs; the value of the metric is the higher of both. */
async function ofGpus(value: number) {
  const id = await fixture.newVm(named("gpus"));
  await fixture.query("UPDATE vm SET type = 'gpu', gpu_count = 2 WHERE vm_id = $1", [id]);
  await fixture.measure(id, 50, [300, 420, 835, 610, 100, 400]);
  return { id, type: "gpu_vm", value };
}

async function balancer(name: string): Promise<string> {
  const { load_balancer_id: id } = await fixture.send<LoadBalancer>(
    "loadBalancer.create",
    {},
    { name: named(name), site_id: "site-ams-1" },
  );
  return id;
}

/** Two minutes of a listener and a target: 100 requests, 25 of them answered by 5xx, of 150 ms each. */
async function countRequests(id: string): Promise<void> {
  await fixture.query(
    `INSERT INTO load_balancer_metric
     SELECT workspace_id, load_balancer_id, ${MINUTE} - ago, part, part, n, 0, 0, n - bad, 0, 0, bad, 0,
            CASE part WHEN 'target' THEN n * 150 ELSE 0 END
       FROM load_balancer, (VALUES ('listener'), ('target')) AS p (part),
            (VALUES (interval '0', 40, 25), (interval '1 minute', 60, 0)) AS m (ago, n, bad)
      WHERE load_balancer_id = $1`,
    [id],
  );
}

beforeAll(() => fixture.query("SELECT keep_metric_days(30)"));

describe.each(ALERT_METRIC_NAMES)("%s", (metric) => {
  test("fires with its value, above and below", async () => {
    const { id, type, value } = await measured[metric]();
    const watched = { metric, resource_ids: [id] };
    const above = await fixture.rule({ ...watched, threshold: value - 0.1 });
    const below = await fixture.rule({ ...watched, threshold: value + 0.1, comparison: "below" });
    const silent = await fixture.rule({ ...watched, threshold: value, comparison: "above" });
    await fixture.fire();
    for (const { alert_rule_id } of [above, below])
      expect(await fixture.alerts(alert_rule_id)).toMatchObject([{ resource_id: id, resource_type: type, value }]);
    expect(await fixture.states(silent.alert_rule_id)).toMatchObject([{ state: "ok", breached_since: null }]);
  });

  test("has no data of a resource that was not measured", async () => {
    await measured[metric]();
    const { alert_rule_id } = await fixture.rule({ metric, threshold: 1 });
    await fixture.query("DELETE FROM load_balancer_health");
    for (const table of ["vm_metric", "volume_metric", "load_balancer_metric", "cdn_metric", "backup_copy"])
      await fixture.query(`DELETE FROM ${table}`);
    await fixture.evaluate();
    const states = await fixture.states(alert_rule_id);
    expect(states.length).toBeGreaterThan(0);
    expect(new Set(states.map(({ state }) => state))).toEqual(new Set(["no_data"]));
  });
});

// Tests of the load balancer port on the simulated provider. They make every call twice and also call for missing
// balancers.

import { createTestDatabase } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sampleRecord } from "../conformance/provider-fixture.ts";
import type { BalancerConfiguration, TargetConfiguration } from "../ports/load-balancer-port.ts";
import type { Provider } from "../ports/provider.ts";
import { simulatedProvider } from "./simulated-provider.ts";

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>;
let provider: Provider;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  provider = simulatedProvider(testDatabase.database.sql);
});
afterAll(() => testDatabase.drop());

const { signal } = new AbortController();
const record = sampleRecord("load_balancer", "web");
const healthCheck = {
  type: "tcp",
  path: "/",
  expectedStatuses: [],
  intervalSeconds: 10,
  timeoutSeconds: 5,
  healthyThreshold: 2,
  unhealthyThreshold: 3,
} as const;

function configuration(revision: number, targets: readonly TargetConfiguration[] = []): BalancerConfiguration {
  const pool = {
    poolId: "pool_one",
    protocol: "tcp",
    algorithm: "round_robin",
    stickySessions: "none",
    proxyProtocol: "none",
    healthCheck,
    targets,
  } as const;
  return {
    revision,
    name: "web",
    siteId: "site-ams-1",
    publicIp: null,
    subnetId: null,
    pools: [pool],
    listeners: [],
    challenges: null,
    record,
  };
}
const target = (targetId: string, more: Partial<TargetConfiguration> = {}): TargetConfiguration => ({
  ...{ targetId, vmId: null, address: "10.0.0.5", subnet: null, port: 80, weight: 1, enabled: true },
  ...more,
});

test("apply and remove are repeatable, and an older revision changes nothing", async () => {
  const { loadBalancers } = provider;
  const find = () => loadBalancers.findBalancers(["lb_life"], signal);
  for (let time = 0; time < 2; time++) await loadBalancers.apply("lb_life", configuration(2, [target("new")]), signal);
  await loadBalancers.apply("lb_life", configuration(1, [target("old")]), signal);
  expect(await find()).toEqual([{ loadBalancerId: "lb_life", revision: 2 }]);
  expect(await loadBalancers.health("lb_life", signal)).toEqual([{ targetId: "new", status: "online", reason: null }]);
  for (let time = 0; time < 2; time++) await loadBalancers.remove("lb_life", signal);
  expect(await find()).toEqual([]);
  expect(await loadBalancers.health("lb_life", signal)).toEqual([]);
});

test("health reports stopped, missing, disabled and weightless targets with a reason", async () => {
  const spec = {
    cpu: 1,
    ramMb: 1024,
    diskGb: 10,
    gpuModel: null,
    gpuCount: 0,
    gpus: [],
    planId: "small",
    templateId: "debian-13",
    tags: [],
    record,
  };
  await provider.compute.createInstance("vm_stopped", { name: "stopped", ...spec }, signal);
  const targets = [
    target("stopped", { vmId: "vm_stopped" }),
    target("absent", { vmId: "vm_none" }),
    target("disabled", { vmId: "vm_none", enabled: false }),
    target("weightless", { weight: 0 }),
  ];
  await provider.loadBalancers.apply("lb_health", configuration(1, targets), signal);
  expect(await provider.loadBalancers.health("lb_health", signal)).toEqual([
    { targetId: "stopped", status: "offline", reason: "The VM is stopped." },
    { targetId: "absent", status: "offline", reason: "The VM is not there." },
    { targetId: "disabled", status: "draining", reason: "It is disabled." },
    { targetId: "weightless", status: "draining", reason: "Its weight is 0." },
  ]);
});

test("listBalancers returns pages in the order of the ids", async () => {
  for (const id of ["lb_x3", "lb_x1", "lb_x2"]) await provider.loadBalancers.apply(id, configuration(1), signal);
  const page = async (after: string) =>
    (await provider.loadBalancers.listBalancers({ after, limit: 2 }, signal)).map(
      ({ loadBalancerId }) => loadBalancerId,
    );
  expect(await page("lb_x")).toEqual(["lb_x1", "lb_x2"]);
  expect(await page("lb_x2")).toEqual(["lb_x3"]);
});

// Resources that depend on what a change would delete or stop.
import type { ChangePlan, Method } from "@fulmar/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { ExampleFixture } from "../examples/example-fixture.ts";
import { makeGraphWorld } from "../graph/graph-world.ts";

let api: Api;
let world: Awaited<ReturnType<typeof makeGraphWorld>>;
beforeAll(async () => {
  api = await startApi();
  world = await makeGraphWorld(new ExampleFixture(api, api.tenant));
});
afterAll(() => api.close());

async function planOf(method: Method, path: string, request: { body?: unknown; token?: string } = {}) {
  const answer = await api.request(method, path, { ...request, query: { dry_run: "true" } });
  expect(answer.status, answer.text).toBe(200);
  return answer.body as ChangePlan;
}

const typesIn = ({ affects }: ChangePlan) => new Set(affects.map(({ resource_type }) => resource_type));

test("deleting a VM names its load balancer, with the relation, and nothing that goes with the VM", async () => {
  const plan = await planOf("DELETE", `/compute/cloud-vms/${world.vm[1]}`);
  const [, balancerId] = world.balancer;
  expect(plan.affects).toContainEqual({
    ...{ resource_type: "load_balancer", id: balancerId, name: expect.any(String) },
    ...{ relation: "sends_to", on: { resource_type: "cloud_vm", id: world.vm[1] } },
  });
  const changed = new Set(plan.changes.map(({ resource_type, id }) => `${resource_type} ${id}`));
  expect(plan.affects.filter(({ resource_type, id }) => changed.has(`${resource_type} ${id}`))).toEqual([]);
  expect(typesIn(plan)).not.toContain("volume");
});

test("stopping a VM affects what sends to it, and not its copies", async () => {
  const plan = await planOf("POST", `/compute/cloud-vms/${world.vm[1]}/stop`, { body: {} });
  expect(typesIn(plan)).toEqual(new Set(["load_balancer", "port_forward", "cdn_distribution", "dns_record_set"]));
  expect(plan.affects.find(({ resource_type }) => resource_type === "cdn_distribution")?.on.resource_type).toBe(
    "load_balancer",
  );
});

test("what neither deletes nor stops affects nothing", async () => {
  const plan = await planOf("PATCH", `/compute/cloud-vms/${world.vm[1]}`, { body: { name: "renamed" } });
  expect(plan.affects).toEqual([]);
});

test("what the token may not read is counted in a warning", async () => {
  const token = await api.createToken(api.tenant, { scopes: ["vm.write", "vm.read"] });
  const { affects, warnings } = await planOf("POST", `/compute/cloud-vms/${world.vm[1]}/stop`, { token, body: {} });
  expect(affects).toEqual([]);
  expect(warnings).toContain("2 more resources that depend on this are not shown.");
});

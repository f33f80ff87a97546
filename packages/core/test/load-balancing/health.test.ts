import { ProviderError } from "@fulmar/providers";
import { expect, test } from "vitest";
import { loadBalancerFixture } from "./load-balancer-fixture.ts";

const fixture = loadBalancerFixture();
const CHECK = "check-load-balancer-targets";
const at = expect.stringMatching(/^\d{4}-.+Z$/);

const targetsOf = async (id: string) => (await fixture.health(id)).pools.flatMap(({ targets }) => targets);
const statusesOf = async (id: string) =>
  (await targetsOf(id)).map(({ port, status, reason }) => [port, status, reason]);

test("a target is unknown until checked, then online, offline or draining with a reason", async () => {
  const vm_id = await fixture.runningVm("behind");
  const pool = {
    name: "web",
    protocol: "tcp",
    targets: [
      { vm_id, port: 1 },
      { vm_id, port: 2, enabled: false },
      { vm_id, port: 3, weight: 0 },
      { ip: "10.0.9.9", port: 4 },
    ],
  };
  const { load_balancer_id: id } = await fixture.create("web", { pools: [pool] }, await fixture.network());
  const [before] = await targetsOf(id);
  expect(before).toEqual({
    target_id: expect.any(String),
    vm_id,
    ip: null,
    port: 1,
    status: "unknown",
    reason: expect.any(String),
    checked_at: null,
  });
  await fixture.reconcile(CHECK);
  expect((await targetsOf(id)).map(({ status }) => status)).toEqual(["unknown", "unknown", "unknown", "unknown"]);

  await fixture.reconcile("apply-load-balancers");
  await fixture.reconcile(CHECK);
  expect(await statusesOf(id)).toEqual([
    [1, "online", null],
    [2, "draining", "It is disabled."],
    [3, "draining", "Its weight is 0."],
    [4, "online", null],
  ]);
  expect((await targetsOf(id))[0]).toMatchObject({ checked_at: at });
  expect((await fixture.applied(id))?.configuration.pools[0]?.targets[0]).toMatchObject({
    vmId: vm_id,
    address: (await fixture.vm(vm_id)).private_ip,
  });

  const worker = fixture.work();
  const { operation_id } = await fixture.send<{ operation_id: string }>("cloudVm.stop", { vm_id });
  await fixture.ended(operation_id);
  await worker.stop();
  await fixture.reconcile(CHECK);
  expect((await statusesOf(id))[0]).toEqual([1, "offline", "The VM is stopped."]);
});

test("a provider that does not answer leaves the last result and its time", async () => {
  const { load_balancer_id: id } = await fixture.create(
    "quiet",
    { pools: [{ name: "web", protocol: "tcp", targets: [{ ip: "10.0.0.1", port: 80 }] }] },
    await fixture.network(),
  );
  await fixture.reconcile("apply-load-balancers");
  await fixture.reconcile(CHECK);
  const found = await targetsOf(id);
  expect(found).toMatchObject([{ status: "online", checked_at: at }]);
  const provider = await fixture.world.services.provider("simulated");
  const silentPort = {
    ...provider.loadBalancers,
    health: () => Promise.reject(new ProviderError("down", "Down.", { retryable: true })),
  };
  await fixture.reconcile(CHECK, { provider: async () => ({ ...provider, loadBalancers: silentPort }) });
  expect(await targetsOf(id)).toEqual(found);
});

test("a deleted VM disappears from the health, the pool and the provider", async () => {
  const vm_id = await fixture.runningVm("short-lived");
  const { load_balancer_id: id } = await fixture.create("left", {
    pools: [{ name: "web", protocol: "tcp", targets: [{ vm_id, port: 80 }] }],
  });
  await fixture.reconcile("apply-load-balancers");
  const worker = fixture.work();
  const { operation_id } = await fixture.send<{ operation_id: string }>("cloudVm.delete", { vm_id });
  await fixture.ended(operation_id);
  await worker.stop();
  expect(await targetsOf(id)).toEqual([]);
  expect(await fixture.balancer(id)).toMatchObject({ status: "updating" });
  await fixture.reconcile("apply-load-balancers");
  expect((await fixture.applied(id))?.configuration.pools.map(({ targets }) => targets)).toEqual([[]]);
});

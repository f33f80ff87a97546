import { describe, expect, test } from "vitest";
import { expectError } from "../expect-error.ts";
import { FRANKFURT, networkingFixture } from "../networking/networking-fixture.ts";
import { balancersOf, pool, target } from "./load-balancing-fixture.ts";

const network = networkingFixture();
const { balancer, made, revisionOf } = balancersOf(network);

describe("targets", () => {
  test("201, 200: a VM or an address is added, drained and removed; 409 target_exists for the same port", async () => {
    const at = await balancer();
    const { pool_id } = await made(`${at}/pools`, pool("web"));
    const targets = `${at}/pools/${pool_id}/targets`;
    const { vmId } = await network.vm();
    const vm = await made(targets, { vm_id: vmId, port: 80 });
    expect(vm).toEqual({
      target_id: expect.stringMatching(/^target_/),
      vm_id: vmId,
      ip: null,
      port: 80,
      weight: 1,
      enabled: true,
      by_tag: false,
    });
    const ip = await made(targets, { ip: "10.0.255.254", port: 80, weight: 256 });
    expect((await network.get(targets)).body).toEqual([ip, vm]);
    expect((await network.patch(`${targets}/${vm.target_id}`, { enabled: false, weight: 0 })).body).toEqual({
      ...vm,
      enabled: false,
      weight: 0,
    });
    expectError(await network.post(targets, { vm_id: vmId, port: 80 }), 409, "target_exists");
    await made(targets, { vm_id: vmId, port: 81 });
    expectError(await network.patch(`${targets}/${vm.target_id}`, { port: 81 }), 409, "target_exists");
    expect((await network.remove(`${targets}/${ip.target_id}`)).body).toEqual({ status: "deleted", id: ip.target_id });
    expectError(await network.get(`${targets}/${ip.target_id}`), 404, "not_found");
  });

  test.each([
    ["loopback", "127.0.0.1"],
    ["link-local, where metadata is", "169.254.169.254"],
    ["public", "8.8.8.8"],
    ["shared (RFC 6598)", "100.64.0.1"],
    ["this network", "0.0.0.0"],
    ["multicast", "224.0.0.1"],
    ["in another notation", "0x0a000001"],
    ["with leading zeros", "010.0.0.1"],
    ["of IPv6", "::ffff:10.0.0.1"],
  ])("400 for an address that is %s", async (_, ip) => {
    const at = await balancer();
    expectError(await network.post(`${at}/pools`, pool("web", [{ ip, port: 80 }])), 400, "invalid_request");
    expectError(
      await network.put(`${at}/configuration`, { pools: [pool("web", [{ ip, port: 80 }])] }),
      400,
      "invalid_request",
    );
  });

  test("400 outside the VPC, 404 for an absent or deleted VM, 409 at another site", async () => {
    const vpc_id = await network.vpc("10.81.0.0/16");
    const at = await balancer({ vpc_id, subnet_id: await network.subnet(vpc_id, "10.81.1.0/24") });
    const { pool_id } = await made(`${at}/pools`, pool("web", [{ ip: "10.81.200.1", port: 80 }]));
    const targets = `${at}/pools/${pool_id}/targets`;
    expectError(await network.post(targets, { ip: "10.82.0.1", port: 80 }), 400, "invalid_request");
    expectError(await network.post(targets, { vm_id: "vm_none", port: 80 }), 404, "not_found");
    expectError(
      await network.post(targets, { vm_id: (await network.vm({ status: "deleted" })).vmId, port: 80 }),
      404,
      "not_found",
    );
    const far = await network.vm({ siteId: FRANKFURT });
    const refused = await network.post(targets, { vm_id: far.vmId, port: 80 });
    expectError(refused, 409, "site_mismatch");
    expect(refused.body.blockers).toEqual([{ type: "cloud_vm", id: far.vmId, name: far.name }]);
  });

  test("400 for any address without a VPC, also to enable one from before", async () => {
    const at = await balancer({ vpc_id: null, subnet_id: null });
    const target = { ip: "10.0.0.9", port: 80 };
    const refuses = async (answer: ReturnType<typeof network.post>) => {
      const refused = await answer;
      expectError(refused, 400, "invalid_request");
      expect(refused.body.errors).toMatchObject([{ field: expect.stringMatching(/ip$/) }]);
    };
    const configuration = { pools: [pool("web", [target])] };
    await refuses(network.post("/load-balancers", { name: "open", site_id: "site-ams-1", configuration }));
    await refuses(network.post(`${at}/pools`, pool("web", [target])));
    await refuses(network.put(`${at}/configuration`, configuration));
    const { pool_id } = await made(`${at}/pools`, pool("web"));
    await refuses(network.post(`${at}/pools/${pool_id}/targets`, target));
    await network.api.database.pool.query(
      `INSERT INTO load_balancer_target (workspace_id, load_balancer_id, pool_id, target_id, ip, port, weight, enabled)
       SELECT workspace_id, load_balancer_id, pool_id, 'target_before', '10.0.0.9', 80, 1, false FROM load_balancer_pool
        WHERE pool_id = $1`,
      [pool_id],
    );
    await refuses(network.patch(`${at}/pools/${pool_id}/targets/target_before`, { enabled: true }));
    expect((await network.patch(`${at}/pools/${pool_id}/targets/target_before`, { weight: 2 })).status).toBe(200);
  });

  test("deleting a VM removes its targets in the same transaction", async () => {
    const at = await balancer();
    const { vmId } = await network.vm();
    await made(
      `${at}/pools`,
      pool("web", [
        { vm_id: vmId, port: 80 },
        { ip: "10.0.0.1", port: 80 },
      ]),
    );
    const before = await revisionOf(at);
    await network.api.database.pool.query("UPDATE vm SET status = 'deleted', deleted_at = now() WHERE vm_id = $1", [
      vmId,
    ]);
    expect((await network.get(`${at}/configuration`)).body.pools[0].targets).toEqual([target("10.0.0.1")]);
    expect(await revisionOf(at)).toBeGreaterThan(before);
  });
});

/** Deletes a VM's rows like the worker, and retries after a deadlock: each side holds what the other waits for. */
async function deleteVm(vmId: string): Promise<void> {
  try {
    await network.api.database.pool.query("UPDATE vm SET status = 'deleted', deleted_at = now() WHERE vm_id = $1", [
      vmId,
    ]);
  } catch (error) {
    if (!(error instanceof Error && error.message === "deadlock detected")) throw error;
    await deleteVm(vmId);
  }
}

test("a VM added as a target during its deletion does not remain a target", async () => {
  const at = await balancer();
  const { pool_id } = await made(`${at}/pools`, pool("web"));
  for (let round = 0; round < 10; round++) {
    const { vmId } = await network.vm();
    await made(`${at}/pools/${pool_id}/targets`, { vm_id: vmId, port: 80 });
    const [added] = await Promise.all([
      network.post(`${at}/pools/${pool_id}/targets`, { vm_id: vmId, port: 81 }),
      deleteVm(vmId),
    ]);
    expect([201, 404]).toContain(added.status);
    expect((await network.get(`${at}/pools/${pool_id}/targets`)).body).toEqual([]);
  }
});

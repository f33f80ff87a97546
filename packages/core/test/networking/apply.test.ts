import type { NatGateway, Subnet, Vpc, VpcPeering } from "@fulmar/contract";
import { runReconcilers } from "@fulmar/engine";
import { silent } from "@fulmar/engine/testing";
import { ProviderError } from "@fulmar/providers";
import { describe, expect, test } from "vitest";
import { reconcilers } from "../../src/worker.ts";
import { networkFixture } from "../network-fixture.ts";

const fixture = networkFixture();

/** A worker's services with a changed network port. */
function withNetworks(changes: object) {
  const changed = fixture.world.services
    .provider("simulated")
    .then((provider) => ({ ...provider, networks: { ...provider.networks, ...changes } }));
  return { provider: () => changed };
}

describe("a subnet", () => {
  test("is provisioning until its provider has it, and can be used meanwhile", async () => {
    const { vpc_id } = await fixture.vpc("life", "10.1.0.0/16");
    const subnet = await fixture.subnet(vpc_id, "life", "10.1.0.0/24");
    expect(subnet).toMatchObject({ status: "provisioning", error_message: null });
    const vm = await fixture.plainVm("early");
    await fixture.attach(subnet, vm);
    await fixture.reconcile("apply-networks");
    expect(await fixture.getSubnet(subnet)).toMatchObject({ status: "available", error_message: null });
    const { cidr, gateway, dns } = subnet;
    expect(await fixture.atProvider(subnet.subnet_id)).toEqual({
      revision: 1,
      configuration: { vpcId: vpc_id, cidr, gateway, ipv6Cidr: null, dns, peers: [] },
    });
    expect(await fixture.atProvider(vm)).toMatchObject({
      configuration: {
        nics: [
          {
            subnetId: subnet.subnet_id,
            address: "10.1.0.2",
            ipv6Address: null,
            prefixLength: 24,
            gateway: "10.1.0.1",
            natGatewayId: null,
          },
        ],
        firewall: null,
      },
    });
  });

  test("names the peers of its VPC, with their IPv6, until the peering ends", async () => {
    const [{ vpc_id }, { vpc_id: peer_vpc_id }] = [
      await fixture.vpc("near", "10.71.0.0/16"),
      await fixture.vpc("far", "10.72.0.0/16"),
    ];
    const near = await fixture.subnet(vpc_id, "near", "10.71.0.0/24");
    const far = await fixture.subnet(peer_vpc_id, "far", "10.72.0.0/24");
    const peers = async (subnet: Subnet) => {
      await fixture.reconcile("apply-networks");
      return (await fixture.atProvider(subnet.subnet_id))?.configuration;
    };
    expect(await peers(near)).toMatchObject({ peers: [] });
    const body = { name: "near-far", vpc_id, peer_vpc_id };
    const { vpc_peering_id } = await fixture.send<VpcPeering>("vpcPeering.create", {}, body);
    expect(await peers(near)).toMatchObject({ peers: [{ vpcId: peer_vpc_id, cidr: "10.72.0.0/16", ipv6Cidr: null }] });
    expect(await peers(far)).toMatchObject({ peers: [{ vpcId: vpc_id, cidr: "10.71.0.0/16", ipv6Cidr: null }] });
    const { ipv6_cidr } = await fixture.send<Vpc>("vpc.update", { vpc_id: peer_vpc_id }, { ipv6: true });
    expect(await peers(near)).toMatchObject({ peers: [{ vpcId: peer_vpc_id, ipv6Cidr: ipv6_cidr }] });
    await fixture.send("vpcPeering.delete", { vpc_peering_id });
    expect(await peers(near)).toMatchObject({ peers: [] });
    expect(await peers(far)).toMatchObject({ peers: [] });
  });

  test("is in error with a reason when its provider refuses it", async () => {
    const { vpc_id } = await fixture.vpc("broken", "10.2.0.0/16");
    const subnet = await fixture.subnet(vpc_id, "fail-at-apply-subnet", "10.2.0.0/24");
    await fixture.reconcile("apply-networks");
    expect(await fixture.getSubnet(subnet)).toMatchObject({
      status: "error",
      error_message: expect.stringContaining("apply-subnet"),
    });
    await fixture.send("subnet.delete", { vpc_id, subnet_id: subnet.subnet_id });
  });

  test("stays provisioning while its provider is busy or down, and becomes available afterwards", async () => {
    const { vpc_id } = await fixture.vpc("slow", "10.3.0.0/16");
    const slow = await fixture.subnet(vpc_id, "slow-60000", "10.3.0.0/24");
    await fixture.reconcile("apply-networks");
    expect(await fixture.getSubnet(slow)).toMatchObject({ status: "provisioning" });
    await fixture.query("UPDATE network_state SET apply_at = now() - interval '1 second' WHERE resource_id = $1", [
      slow.subnet_id,
    ]);
    const down = async () => {
      throw new ProviderError("provider_unavailable", "The provider does not answer.", { retryable: true });
    };
    await fixture.reconcile("apply-networks", withNetworks({ applySubnet: down }));
    expect(await fixture.getSubnet(slow)).toMatchObject({
      status: "provisioning",
      error_message: "The provider does not answer.",
    });
    for (let round = 0; round < 2; round++) {
      await fixture.query("UPDATE network_state SET apply_at = now() - interval '1 second' WHERE apply_at IS NOT NULL");
      await fixture.reconcile("apply-networks");
    }
    expect(await fixture.getSubnet(slow)).toMatchObject({ status: "available", error_message: null });
  });
});

describe("a NAT gateway", () => {
  test("is in error until its first success, and stays available with an error when a later change fails", async () => {
    const { vpc_id } = await fixture.vpc("gateways", "10.9.0.0/16");
    const subnet = await fixture.subnet(vpc_id, "served", "10.9.0.0/24");
    const made = await fixture.natGateway(subnet, "fail-at-apply-gateway--1");
    const at = { vpc_id, nat_gateway_id: made.nat_gateway_id };
    const shown = () => fixture.send<NatGateway>("natGateway.get", at);
    const name = (text: string) =>
      fixture.query("UPDATE nat_gateway SET name = $2 WHERE nat_gateway_id = $1", [made.nat_gateway_id, text]);
    expect(made).toMatchObject({ status: "provisioning", pending_changes: true });
    await fixture.reconcile("apply-networks");
    const failure = { pending_changes: true, error_code: "simulated_failure", error_message: expect.any(String) };
    expect(await shown()).toMatchObject({ ...failure, status: "error", applied_at: null });

    const again = () =>
      fixture.query("UPDATE network_state SET apply_at = now() - interval '1 second' WHERE resource_id = $1", [
        made.nat_gateway_id,
      ]);
    await name("mended");
    await again();
    await fixture.reconcile("apply-networks");
    expect(await shown()).toMatchObject({
      status: "available",
      pending_changes: false,
      applied_at: expect.any(String),
      error_message: null,
    });

    await name("fail-at-apply-gateway--1");
    await fixture.query("UPDATE network_state SET revision = revision + 1 WHERE resource_id = $1", [
      made.nat_gateway_id,
    ]);
    await again();
    await fixture.reconcile("apply-networks");
    expect(await shown()).toMatchObject({ ...failure, status: "available" });
  });
});

describe("a VM's network", () => {
  test("has its groups' rules in order of priority and its addresses, and follows each change", async () => {
    const vm = await fixture.plainVm("followed");
    const one = await fixture.firewallGroup("one");
    const two = await fixture.firewallGroup("two");
    expect(await fixture.link(one.firewall_group_id, vm)).toMatchObject({ pending_changes: true, applied_at: null });
    await fixture.link(two.firewall_group_id, vm);
    await fixture.send(
      "firewallRule.create",
      { firewall_group_id: one.firewall_group_id },
      { port_start: 22, priority: 20 },
    );
    await fixture.send(
      "firewallRule.create",
      { firewall_group_id: two.firewall_group_id },
      { protocol: "any", action: "drop", priority: 10, remote_targets: ["192.0.2.7"] },
    );
    const ip = await fixture.reservedIp();
    await fixture.send("reservedIp.attach", { reserved_ip_id: ip.public_ip_id }, { vm_id: vm });
    await fixture.reconcile("apply-networks");

    const plain = { ports: null, icmp: null, set: null };
    const out = { ...plain, direction: "egress", protocol: "any", action: "allow", remotes: ["0.0.0.0/0"] };
    const drop = { ...plain, direction: "ingress", protocol: "any", action: "drop", remotes: ["192.0.2.7/32"] };
    const ssh = {
      ...plain,
      direction: "ingress",
      protocol: "tcp",
      action: "allow",
      ports: { first: 22, last: 22 },
      remotes: ["0.0.0.0/0"],
    };
    expect((await fixture.atProvider(vm))?.configuration).toEqual({
      nics: [],
      publicAddress: { address: ip.address, reverseDns: "vm.example.com" },
      firewall: [drop, ssh, out, out],
      sets: [],
    });
    expect(await fixture.instances(one.firewall_group_id)).toMatchObject([
      { vm_id: vm, pending_changes: false, applied_at: expect.any(String), error_code: null },
    ]);

    await fixture.send("firewallRule.replace", { firewall_group_id: two.firewall_group_id }, { rules: [] });
    expect(await fixture.instances(one.firewall_group_id)).toMatchObject([
      { pending_changes: true, applied_at: expect.any(String) },
    ]);
    await fixture.reconcile("apply-networks");
    expect((await fixture.atProvider(vm))?.configuration).toMatchObject({ firewall: [ssh, out, out] });

    const isolate = "UPDATE public_address SET isolated_at = $2, isolated_reason = $3 WHERE address = $1";
    await fixture.query(isolate, [ip.address, new Date(), "It scans."]);
    await fixture.reconcile("apply-networks");
    expect((await fixture.atProvider(vm))?.configuration).toMatchObject({ publicAddress: null });
    await fixture.query(isolate, [ip.address, null, null]);
    await fixture.reconcile("apply-networks");
    const on = { address: ip.address, reverseDns: "vm.example.com" };
    expect((await fixture.atProvider(vm))?.configuration).toMatchObject({ publicAddress: on });

    await fixture.send("reservedIp.detach", { reserved_ip_id: ip.public_ip_id });
    await fixture.send("cloudVm.update", { vm_id: vm }, { firewall_group_ids: [] });
    await fixture.reconcile("apply-networks");
    expect((await fixture.atProvider(vm))?.configuration).toEqual({
      nics: [],
      publicAddress: null,
      firewall: null,
      sets: [],
    });
  });

  test("applies concurrent changes together without losing one", async () => {
    const vm = await fixture.plainVm("busy");
    const { firewall_group_id } = await fixture.firewallGroup("busy");
    await fixture.link(firewall_group_id, vm);
    const { networks } = await fixture.world.services.provider("simulated");
    let calls = 0;
    const applyInstance: typeof networks.applyInstance = async (...call) => {
      if (call[0] === vm && ++calls === 1) {
        for (const port_start of [1, 2, 3])
          await fixture.send("firewallRule.create", { firewall_group_id }, { port_start });
      }
      return networks.applyInstance(...call);
    };
    await fixture.reconcile("apply-networks", withNetworks({ applyInstance }));
    expect(calls).toBe(2);
    expect((await fixture.atProvider(vm))?.configuration).toMatchObject({
      firewall: [{ ports: { first: 1 } }, { ports: { first: 2 } }, { ports: { first: 3 } }, {}],
    });
    expect(await fixture.instances(firewall_group_id)).toMatchObject([{ pending_changes: false }]);
  });

  test("keeps its last state and the error after a failure, and is retried with the next change", async () => {
    const vm = await fixture.plainVm("fail-at-apply-instance-network--1");
    const { firewall_group_id } = await fixture.firewallGroup("failing");
    await fixture.link(firewall_group_id, vm);
    await fixture.reconcile("apply-networks");
    expect(await fixture.instances(firewall_group_id)).toMatchObject([
      { pending_changes: true, applied_at: null, error_code: "simulated_failure" },
    ]);
    await fixture.query("UPDATE vm SET name = 'mended' WHERE vm_id = $1", [vm]);
    await fixture.send("firewallRule.create", { firewall_group_id }, {});
    await fixture.reconcile("apply-networks");
    expect(await fixture.instances(firewall_group_id)).toMatchObject([
      { pending_changes: false, error_code: null, error_message: null },
    ]);
  });

  test("follows a rule change of its group in one round, for a hundred VMs", async () => {
    const { firewall_group_id } = await fixture.firewallGroup("many");
    const vm = await fixture.plainVm("many");
    const others = await fixture.query<{ vm_id: string }>(
      `INSERT INTO vm (vm_id, workspace_id, type, name, status, site_id, plan_id, template_id, cpu, ram_mb, disk_gb,
                       os_type, os_distro)
       SELECT vm_id || '-' || n, workspace_id, type, name || n, status, site_id, plan_id, template_id, cpu, ram_mb,
              disk_gb, os_type, os_distro
         FROM vm, generate_series(1, 100) n WHERE vm_id = $1
       RETURNING vm_id`,
      [vm],
    );
    await fixture.makeInstances(others.map(({ vm_id }) => vm_id));
    await fixture.query(
      `INSERT INTO firewall_group_vm (workspace_id, firewall_group_id, vm_id) SELECT workspace_id, $1, vm_id FROM vm
         WHERE name LIKE 'many%'`,
      [firewall_group_id],
    );
    await fixture.reconcile("apply-networks");
    await fixture.send(
      "firewallRule.replace",
      { firewall_group_id },
      { rules: [{ port_start: 22 }, { port_start: 80 }] },
    );
    expect((await fixture.instances(firewall_group_id)).filter(({ pending_changes }) => pending_changes)).toHaveLength(
      100,
    );
    await fixture.reconcile("apply-networks");
    const rows = await fixture.query(
      "SELECT count(*)::int FROM simulated.network_configuration WHERE configuration @> $1",
      [{ firewall: [{ ports: { first: 80, last: 80 } }] }],
    );
    expect(rows).toEqual([{ count: 101 }]);
  });
});

test("a running worker applies networks without a request", async () => {
  const { vpc_id } = await fixture.vpc("by-a-worker", "10.4.0.0/16");
  const subnet = await fixture.subnet(vpc_id, "by-a-worker", "10.4.0.0/24");
  const { database, services } = fixture.world;
  const runner = runReconcilers({ database, reconcilers, services, logger: silent });
  await expect.poll(() => fixture.getSubnet(subnet)).toMatchObject({ status: "available" });
  await runner.stop();
});

test("deleted resources are removed from the provider, even after a late worker, and lost ones restored", async () => {
  const { vpc_id } = await fixture.vpc("inventory", "10.5.0.0/16");
  const gone = await fixture.subnet(vpc_id, "gone", "10.5.0.0/24");
  const kept = await fixture.subnet(vpc_id, "kept", "10.5.1.0/24");
  const gateway = await fixture.natGateway(kept, "gone");
  const vm = await fixture.plainVm("gone");
  const { private_ip } = await fixture.attach(kept, vm);
  const at = { vpc_id, nat_gateway_id: gateway.nat_gateway_id };
  await fixture.send("portForward.create", at, { protocol: "tcp", public_port: 2222, vm_id: vm, private_port: 22 });
  await fixture.reconcile("apply-networks");
  expect((await fixture.atProvider(gateway.nat_gateway_id))?.configuration).toEqual({
    subnetIds: [kept.subnet_id],
    publicAddress: { address: gateway.public_ip, reverseDns: "" },
    forwards: [{ protocol: "tcp", publicPort: 2222, address: private_ip, privatePort: 22 }],
  });
  const ids = [gone.subnet_id, gateway.nat_gateway_id, vm];
  await fixture.send("subnet.delete", { vpc_id, subnet_id: gone.subnet_id });
  await fixture.query("UPDATE vm SET status = 'deleted', deleted_at = now() WHERE vm_id = $1", [vm]);
  await fixture.reconcile("apply-networks");
  expect((await fixture.atProvider(gateway.nat_gateway_id))?.configuration).toMatchObject({ forwards: [] });
  await fixture.send("natGateway.delete", at);
  for (let round = 1; round <= 2; round++) {
    await fixture.reconcile("reconcile-networks");
    expect(await Promise.all(ids.map(fixture.atProvider))).toEqual([undefined, undefined, undefined]);
    expect(await fixture.atProvider(kept.subnet_id)).toBeDefined();
    // A worker that had read the subnet before it was deleted creates it again.
    await fixture.query("INSERT INTO simulated.network_configuration VALUES ('subnet', $1, 9, '{}')", [gone.subnet_id]);
  }
  await fixture.query("DELETE FROM simulated.network_configuration WHERE id = $1", [kept.subnet_id]);
  await fixture.reconcile("reconcile-networks");
  await fixture.reconcile("apply-networks");
  expect(await fixture.atProvider(kept.subnet_id)).toMatchObject({ revision: 1 });
});

test("a resource that cannot be removed blocks neither other removals nor the restoring of lost ones", async () => {
  const vpc = await fixture.vpc("stuck", "10.64.0.0/16");
  const kept = await fixture.subnet(vpc.vpc_id, "stuck-kept", "10.64.1.0/24");
  await fixture.reconcile("apply-networks");
  await fixture.query("DELETE FROM simulated.network_configuration WHERE id = $1", [kept.subnet_id]);
  await fixture.query(
    "INSERT INTO simulated.network_configuration VALUES ('subnet', 'sub_0stuck', 1, '{}'), ('subnet', 'sub_1free', 1, '{}')",
  );
  await fixture.query(
    `INSERT INTO tombstone (provider, kind, resource_id, reason) SELECT 'simulated', 'subnet', id, 'deleted'
       FROM unnest($1::text[]) AS id`,
    [["sub_0stuck", "sub_1free"]],
  );
  const { networks } = await fixture.world.services.provider("simulated");
  const inUse = new ProviderError("subnet_in_use", "The subnet still has machines at its site.", { retryable: true });
  const remove: typeof networks.remove = (kind, id, signal) =>
    id === "sub_0stuck" ? Promise.reject(inUse) : networks.remove(kind, id, signal);
  await expect(fixture.reconcile("reconcile-networks", withNetworks({ remove }))).rejects.toMatchObject({
    errors: [inUse],
  });
  expect(await fixture.atProvider("sub_1free")).toBeUndefined();
  await fixture.reconcile("apply-networks");
  expect(await fixture.atProvider(kept.subnet_id)).toMatchObject({ revision: 1 });
  await fixture.reconcile("reconcile-networks");
  expect(await fixture.atProvider("sub_0stuck")).toBeUndefined();
});

test("pending network changes of a deleted VM are dropped", async () => {
  const vm = await fixture.plainVm("left-over");
  await fixture.link((await fixture.firewallGroup("left-over")).firewall_group_id, vm);
  const [state] = await fixture.query<{ workspace_id: string }>(
    "SELECT workspace_id FROM network_state WHERE resource_id = $1",
    [vm],
  );
  await fixture.query("UPDATE vm SET status = 'deleted', deleted_at = now() WHERE vm_id = $1", [vm]);
  await fixture.query(
    `INSERT INTO network_state (workspace_id, resource_type, resource_id, apply_at)
       VALUES ($1, 'vm', $2, now() - interval '1 second')`,
    [state?.workspace_id, vm],
  );
  await fixture.reconcile("apply-networks");
  expect(await fixture.query("SELECT FROM network_state WHERE resource_id = $1", [vm])).toEqual([]);
  expect(await fixture.atProvider(vm)).toBeUndefined();
});

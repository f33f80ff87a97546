// Names of VMs inside their VPCs (docs/adr/0195).
import { expect, test } from "vitest";
import { networkFixture } from "../network-fixture.ts";

const fixture = networkFixture();

const apply = () => fixture.reconcile("apply-networks");
/** The names that the site has of a VPC; undefined where it has none. */
const namesAt = async (vpcId: string) => {
  await apply();
  const found = await fixture.atProvider(vpcId);
  const { names } = (found?.configuration ?? {}) as { names?: { name: string; addresses: readonly string[] }[] };
  return names && Object.fromEntries(names.map(({ name, addresses }) => [name, addresses]));
};
async function vpcWithSubnet(name: string, range: string) {
  const { vpc_id } = await fixture.vpc(name, `${range}.0.0/16`);
  return fixture.subnet(vpc_id, name, `${range}.0.0/24`);
}
const shownName = async (vpc_id: string, vm_id: string) => {
  type Node = { readonly vm_id: string; readonly private_dns_name: string | null };
  const nodes = await fixture.send<Node[]>("vpcNode.list", { vpc_id });
  return nodes.filter((node) => node.vm_id === vm_id).map(({ private_dns_name }) => private_dns_name);
};

test("follow VMs as they are attached, renamed and detached, and the VPC's own name", async () => {
  const subnet = await vpcWithSubnet("Main net", "10.41");
  const { vpc_id } = subnet;
  expect(await namesAt(vpc_id)).toEqual({});
  const vm = await fixture.plainVm("Web_1");
  const node = await fixture.attach(subnet, vm);
  expect(node).toMatchObject({ private_ip: "10.41.0.2", private_dns_name: "web-1.main-net.internal" });
  expect(await namesAt(vpc_id)).toEqual({ "web-1.main-net.internal": ["10.41.0.2"] });

  const second = await fixture.subnet(vpc_id, "second", "10.41.1.0/24");
  await fixture.attach(second, vm);
  await fixture.send("vpc.update", { vpc_id }, { ipv6: true });
  const [first] = await fixture.query<{ cidr: string }>(
    "SELECT host(ipv6_cidr) AS cidr FROM subnet WHERE vpc_id = $1 ORDER BY subnet_id",
    [vpc_id],
  );
  const prefix = String(first?.cidr).replace("::", "");
  expect(await namesAt(vpc_id)).toEqual({
    "web-1.main-net.internal": ["10.41.0.2", "10.41.1.2", `${prefix}::a29:2`, `${prefix}:100::a29:102`],
  });

  await fixture.send("cloudVm.update", { vm_id: vm }, { name: "db" });
  expect(Object.keys((await namesAt(vpc_id)) ?? {})).toEqual(["db.main-net.internal"]);
  await fixture.send("vpc.update", { vpc_id }, { name: "prod" });
  expect(Object.keys((await namesAt(vpc_id)) ?? {})).toEqual(["db.prod.internal"]);
  expect(await shownName(vpc_id, vm)).toEqual(["db.prod.internal", "db.prod.internal"]);
  await fixture.send("vpcNode.detach", { vpc_id, allocation_id: node.allocation_id });
  expect(await namesAt(vpc_id)).toEqual({ "db.prod.internal": ["10.41.1.2", `${prefix}:100::a29:102`] });
  await fixture.query("UPDATE vm SET status = 'deleted', deleted_at = now() WHERE vm_id = $1", [vm]);
  expect(await namesAt(vpc_id)).toEqual({});
});

test("are labels of DNS whatever VMs are named, and of two with the same one the first has it", async () => {
  const subnet = await vpcWithSubnet("labels", "10.42");
  const { vpc_id } = subnet;
  const labels = {
    "a.b": "a-b",
    "xn--bcher-kva": "xn-bcher-kva",
    _tcp: "tcp",
    "UPPER Case-": "upper-case",
    "10.42.0.1": "10-42-0-1",
    "007": "007",
    [`${"long ".repeat(12)}end`]: `${"long-".repeat(12)}end`,
    _: null,
  };
  for (const [name, label] of Object.entries(labels)) {
    const private_dns_name = label && `${label}.labels.internal`;
    expect(await fixture.attach(subnet, await fixture.plainVm(name)), name).toMatchObject({ private_dns_name });
  }
  const named = Object.values(labels).flatMap((label) => (label === null ? [] : [`${label}.labels.internal`]));
  expect(new Set(Object.keys((await namesAt(vpc_id)) ?? {}))).toEqual(new Set(named));

  const later = await fixture.plainVm("A B");
  const node = await fixture.attach(subnet, later);
  expect(node).toMatchObject({ private_dns_name: null });
  expect(await namesAt(vpc_id)).toMatchObject({ "a-b.labels.internal": ["10.42.0.2"] });
  await fixture.query("UPDATE vm SET name = 'elsewhere' WHERE name = 'a.b'");
  expect(await shownName(vpc_id, later)).toEqual(["a-b.labels.internal"]);
  expect(await namesAt(vpc_id)).toMatchObject({
    "a-b.labels.internal": [node.private_ip],
    "elsewhere.labels.internal": ["10.42.0.2"],
  });
});

test("are in their own VPC alone, also where another has the same name", async () => {
  const [one, other] = [await vpcWithSubnet("same", "10.43"), await vpcWithSubnet("Same", "10.44")];
  const vms = [await fixture.plainVm("same-1"), await fixture.plainVm("same.1")] as const;
  await fixture.attach(one, vms[0]);
  await fixture.attach(other, vms[1]);
  expect(await namesAt(one.vpc_id)).toEqual({ "same-1.same.internal": ["10.43.0.2"] });
  expect(await namesAt(other.vpc_id)).toEqual({ "same-1.same.internal": ["10.44.0.2"] });
});

test("are not shown where the site's networks have none, and not brought there", async () => {
  const subnet = await vpcWithSubnet("plain", "10.45");
  const { vpc_id } = subnet;
  await fixture.query("UPDATE site SET unsupported = '{private_dns}'");
  const vm = await fixture.plainVm("plain-1");
  expect(await fixture.attach(subnet, vm)).toMatchObject({ private_dns_name: null });
  const provider = await fixture.world.services.provider("simulated");
  const without = { ...provider, networks: { ...provider.networks, applyNames: null } };
  for (const reconciler of ["apply-networks", "reconcile-networks"])
    await fixture.reconcile(reconciler, { provider: () => Promise.resolve(without) });
  const state = "SELECT apply_at, error_code FROM network_state WHERE resource_id = $1";
  expect(await fixture.query(state, [vpc_id])).toEqual([{ apply_at: null, error_code: null }]);
  expect(await fixture.atProvider(vpc_id)).toBeUndefined();
  await fixture.query("UPDATE site SET unsupported = '{}'");
  expect(await shownName(vpc_id, vm)).toEqual(["plain-1.plain.internal"]);
});

test("are made again where the site has lost them, and go with the VPC's subnets", async () => {
  const subnet = await vpcWithSubnet("lost", "10.46");
  const { vpc_id, subnet_id } = subnet;
  const node = await fixture.attach(subnet, await fixture.plainVm("lost-1"));
  const names = { "lost-1.lost.internal": ["10.46.0.2"] };
  expect(await namesAt(vpc_id)).toEqual(names);
  await fixture.query("DELETE FROM simulated.network_configuration WHERE id = $1", [vpc_id]);
  await fixture.reconcile("reconcile-networks");
  expect(await namesAt(vpc_id)).toEqual(names);
  await fixture.send("vpcNode.detach", { vpc_id, allocation_id: node.allocation_id });
  await fixture.send("subnet.delete", { vpc_id, subnet_id });
  await fixture.reconcile("reconcile-networks");
  expect(await namesAt(vpc_id)).toBeUndefined();
  expect(await fixture.query("SELECT FROM network_state WHERE resource_id = $1", [vpc_id])).toEqual([]);
});

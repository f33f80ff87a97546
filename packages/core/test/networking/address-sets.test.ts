// Rules that name a firewall group or a tag follow its VMs (docs/adr/0185).
import { describe, expect, test } from "vitest";
import { networkFixture, SITE } from "../network-fixture.ts";

const fixture = networkFixture();

/** A VM in a subnet of its own VPC, with its private address. */
async function inVpc(name: string, range: string): Promise<{ readonly vm: string; readonly address: string }> {
  const { vpc_id } = await fixture.vpc(name, `${range}.0.0/16`);
  const subnet = await fixture.subnet(vpc_id, name, `${range}.0.0/24`);
  const vm = await fixture.plainVm(name);
  return { vm, address: (await fixture.attach(subnet, vm)).private_ip };
}

const setId = async (source: string) => {
  const [workspace] = await fixture.query<{ id: string }>("SELECT workspace_id::text AS id FROM vm LIMIT 1");
  return `${workspace?.id}/${source}`;
};
/** The addresses that the site has of a set; undefined without it. */
const addressesAt = async (source: string) => {
  const set = await fixture.atProvider(await setId(source));
  return (set?.configuration as { readonly addresses: readonly string[] } | undefined)?.addresses;
};
const apply = () => fixture.reconcile("apply-networks");
const revisionOf = async (vm: string) => (await fixture.atProvider(vm))?.revision;

describe("a rule that names a group", () => {
  test("has the addresses of its VMs, one change at the site for each change of a member", async () => {
    const [web, database] = [await fixture.firewallGroup("web"), await fixture.firewallGroup("database")];
    const servers = [await fixture.plainVm("database-1"), await fixture.plainVm("database-2")];
    for (const vm of servers) await fixture.link(database.firewall_group_id, vm);
    const { rule_id } = await fixture.send<{ rule_id: string }>(
      "firewallRule.create",
      { firewall_group_id: database.firewall_group_id },
      { port_start: 5432, remote_group_id: web.firewall_group_id },
    );
    const source = `group:${web.firewall_group_id}`;
    await apply();
    expect(await addressesAt(source)).toEqual([]);
    const rules = [{ ports: { first: 5432, last: 5432 }, remotes: [], set: await setId(source) }, { set: null }];
    for (const vm of servers)
      expect(await fixture.atProvider(vm)).toMatchObject({ configuration: { firewall: rules } });
    const before = await Promise.all(servers.map(revisionOf));

    const { vm, address } = await inVpc("web-1", "10.11");
    await fixture.link(web.firewall_group_id, vm);
    await apply();
    expect(await addressesAt(source)).toEqual([address]);
    const ip = await fixture.reservedIp();
    await fixture.send("reservedIp.attach", { reserved_ip_id: ip.public_ip_id }, { vm_id: vm });
    await apply();
    expect(new Set(await addressesAt(source))).toEqual(new Set([address, ip.address]));
    const isolate = "UPDATE public_address SET isolated_at = $2, isolated_reason = $3 WHERE address = $1";
    await fixture.query(isolate, [ip.address, new Date(), "It scans."]);
    await apply();
    expect(await addressesAt(source)).toEqual([address]);
    await fixture.query(isolate, [ip.address, null, null]);
    await fixture.send("reservedIp.detach", { reserved_ip_id: ip.public_ip_id });
    await fixture.send("firewallInstance.unlink", { firewall_group_id: web.firewall_group_id, vm_id: vm });
    await apply();
    expect(await addressesAt(source)).toEqual([]);
    // The networks of those whose rule names the group were not touched.
    expect(await Promise.all(servers.map(revisionOf))).toEqual(before);

    await fixture.send("firewallRule.delete", { firewall_group_id: database.firewall_group_id, rule_id });
    await apply();
    expect(await addressesAt(source)).toBeUndefined();
    expect(await fixture.query("SELECT FROM network_state WHERE resource_type = 'address_set'")).toEqual([]);
  });

  test("makes the networks of all who have it due in one step, where the site has no sets", async () => {
    const [web, database] = [await fixture.firewallGroup("web-plain"), await fixture.firewallGroup("database-plain")];
    const server = await fixture.plainVm("database-plain");
    await fixture.link(database.firewall_group_id, server);
    await fixture.send(
      "firewallRule.create",
      { firewall_group_id: database.firewall_group_id },
      { remote_group_id: web.firewall_group_id },
    );
    const provider = await fixture.world.services.provider("simulated");
    const withoutSets = { ...provider, networks: { ...provider.networks, applySet: null } };
    const applyThere = () => fixture.reconcile("apply-networks", { provider: () => Promise.resolve(withoutSets) });
    await applyThere();
    const before = (await revisionOf(server)) ?? 0;
    const { vm, address } = await inVpc("web-plain-1", "10.12");
    await fixture.link(web.firewall_group_id, vm);
    await applyThere();
    expect(await revisionOf(server)).toBeGreaterThan(before);
    expect(await fixture.atProvider(server)).toMatchObject({ configuration: { sets: [{ addresses: [address] }] } });
  });

  test("may name its own group, and two may name each other", async () => {
    const [a, b] = [await fixture.firewallGroup("cycle-a"), await fixture.firewallGroup("cycle-b")];
    const pairs = [
      [a, a],
      [a, b],
      [b, a],
    ] as const;
    for (const [from, to] of pairs) {
      const { firewall_group_id } = from;
      await fixture.send("firewallRule.create", { firewall_group_id }, { remote_group_id: to.firewall_group_id });
    }
    const [one, other] = [await inVpc("cycle-1", "10.13"), await inVpc("cycle-2", "10.14")];
    await fixture.link(a.firewall_group_id, one.vm);
    await fixture.link(b.firewall_group_id, other.vm);
    await apply();
    expect(await addressesAt(`group:${a.firewall_group_id}`)).toEqual([one.address]);
    expect(await addressesAt(`group:${b.firewall_group_id}`)).toEqual([other.address]);
    for (const { vm } of [one, other]) await fixture.send("cloudVm.update", { vm_id: vm }, { firewall_group_ids: [] });
    await apply();
    for (const { firewall_group_id } of [a, b]) expect(await addressesAt(`group:${firewall_group_id}`)).toBeUndefined();
  });
});

test("a rule that names a tag follows who has it, and a VM that is deleted leaves", async () => {
  const { firewall_group_id } = await fixture.firewallGroup("tagged");
  await fixture.send(
    "firewallRule.create",
    { firewall_group_id },
    { protocol: "icmp", icmp_type: 8, remote_tag: "a/b: c" },
  );
  const server = await fixture.plainVm("tagged");
  await fixture.link(firewall_group_id, server);
  const { vm, address } = await inVpc("tagged-1", "10.15");
  await apply();
  expect(await addressesAt("tag:a/b: c")).toEqual([]);
  await fixture.send("cloudVm.update", { vm_id: vm }, { tags: ["other", "a/b: c"] });
  await apply();
  expect(await addressesAt("tag:a/b: c")).toEqual([address]);
  expect(await fixture.atProvider(server)).toMatchObject({
    configuration: { firewall: [{ protocol: "icmp", icmp: { type: 8, code: null } }, {}] },
  });
  await fixture.query("UPDATE vm SET status = 'deleted', deleted_at = now() WHERE vm_id = $1", [vm]);
  await apply();
  expect(await addressesAt("tag:a/b: c")).toEqual([]);
});

test("private addresses of another site are not in a set, public ones are", async () => {
  const { firewall_group_id } = await fixture.firewallGroup("far");
  await fixture.send("firewallRule.create", { firewall_group_id }, { remote_tag: "far" });
  const server = await fixture.plainVm("far");
  await fixture.link(firewall_group_id, server);
  const { vm } = await inVpc("far-1", "10.16");
  const ip = await fixture.reservedIp();
  await fixture.send("reservedIp.attach", { reserved_ip_id: ip.public_ip_id }, { vm_id: vm });
  await fixture.send("cloudVm.update", { vm_id: vm }, { tags: ["far"] });
  await fixture.query("UPDATE vm SET site_id = (SELECT min(site_id) FROM site WHERE site_id <> $2) WHERE vm_id = $1", [
    vm,
    SITE,
  ]);
  await apply();
  expect(await addressesAt("tag:far")).toEqual([ip.address]);
});

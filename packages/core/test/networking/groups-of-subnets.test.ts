// Firewall groups of a subnet are for every VM with a card there (docs/adr/0201).
import type { Subnet } from "@fulmar/contract";
import { describe, expect, test } from "vitest";
import { networkFixture } from "../network-fixture.ts";

const fixture = networkFixture();
const WAITING = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
const apply = () => fixture.reconcile("apply-networks");

async function subnetOf(name: string, range: string): Promise<Subnet> {
  const { vpc_id } = await fixture.vpc(name, `${range}.0.0/16`);
  return fixture.subnet(vpc_id, name, `${range}.0.0/24`);
}
async function attached(subnet: Subnet, name: string) {
  const vm = await fixture.plainVm(name);
  return { vm, ...(await fixture.attach(subnet, vm)) };
}
const give = ({ vpc_id, subnet_id }: Subnet, firewall_group_ids: readonly string[]) =>
  fixture.send<Subnet>("subnet.update", { vpc_id, subnet_id }, { firewall_group_ids });
const detach = ({ vpc_id }: Subnet, allocation_id: string) => fixture.send("vpcNode.detach", { vpc_id, allocation_id });
const open = (firewall_group_id: string, port: number, more: object = {}) =>
  fixture.send<{ rule_id: string }>(
    "firewallRule.create",
    { firewall_group_id },
    { protocol: "tcp", port_start: port, port_end: port, ...more },
  );
/** The inbound ports that a VM's site lets in; null where nothing is filtered. */
async function portsAt(vm: string): Promise<number[] | null> {
  const [row] = await fixture.query<{ firewall: { direction: string; ports: { first: number } | null }[] | null }>(
    "SELECT nullif(configuration -> 'firewall', 'null') AS firewall FROM simulated.network_configuration WHERE id = $1",
    [vm],
  );
  const inbound = row?.firewall?.filter(({ direction }) => direction === "ingress");
  return inbound?.flatMap(({ ports }) => (ports === null ? [] : [ports.first])) ?? null;
}
const addressesAt = async (source: string) => {
  const [row] = await fixture.query<{ addresses: string[] }>(
    "SELECT configuration -> 'addresses' AS addresses FROM simulated.network_configuration WHERE id LIKE '%/' || $1",
    [source],
  );
  return row?.addresses;
};

describe("a group of a subnet", () => {
  test("is for the VMs that are there and for those that come, beside their own groups, until they leave", async () => {
    const subnet = await subnetOf("guarded", "10.21");
    const [all, own] = [await fixture.firewallGroup("all"), await fixture.firewallGroup("own")];
    await open(all.firewall_group_id, 22);
    await open(own.firewall_group_id, 80);
    const first = await attached(subnet, "first");
    await fixture.link(own.firewall_group_id, first.vm);
    await apply();
    expect(await portsAt(first.vm)).toEqual([80]);

    await give(subnet, [all.firewall_group_id]);
    const second = await attached(subnet, "second");
    await apply();
    expect(await portsAt(first.vm)).toEqual([22, 80]);
    expect(await portsAt(second.vm)).toEqual([22]);

    // Who is linked as well has its rules once.
    await fixture.link(all.firewall_group_id, second.vm);
    await open(all.firewall_group_id, 443);
    await apply();
    expect(await portsAt(first.vm)).toEqual([22, 80, 443]);
    expect(await portsAt(second.vm)).toEqual([22, 443]);

    await detach(subnet, second.allocation_id);
    await give(subnet, []);
    await apply();
    expect(await portsAt(first.vm)).toEqual([80]);
    expect(await portsAt(second.vm)).toEqual([22, 443]);
    await fixture.send("cloudVm.update", { vm_id: second.vm }, { firewall_group_ids: [] });
    await apply();
    expect(await portsAt(second.vm)).toBeNull();
  });

  test.each(["linked to it", "attached to its subnet"])(
    "has a rule that was being made while a VM was %s",
    async (way) => {
      const subnet = await subnetOf(
        way === "linked to it" ? "linked" : "entered",
        way === "linked to it" ? "10.24" : "10.25",
      );
      const { firewall_group_id } = await fixture.firewallGroup(way);
      await give(subnet, [firewall_group_id]);
      const vm = await fixture.plainVm(way.replaceAll(" ", "-"));
      const client = await fixture.world.database.pool.connect();
      try {
        await client.query("BEGIN");
        await client.query("UPDATE firewall_group SET updated_at = now() WHERE firewall_group_id = $1", [
          firewall_group_id,
        ]);
        await client.query(
          `INSERT INTO firewall_rule (rule_id, workspace_id, firewall_group_id, direction, protocol, action, priority,
                                      port_start, port_end, remote_targets)
           SELECT 'rule_' || firewall_group_id, workspace_id, firewall_group_id, 'ingress', 'tcp', 'allow', 100, 22, 22,
                  '{0.0.0.0/0}' FROM firewall_group WHERE firewall_group_id = $1`,
          [firewall_group_id],
        );
        const coming = way === "linked to it" ? fixture.link(firewall_group_id, vm) : fixture.attach(subnet, vm);
        await expect.poll(() => fixture.query(WAITING)).toHaveLength(1);
        await client.query("COMMIT");
        await coming;
      } finally {
        client.release(true);
      }
      await apply();
      expect(await portsAt(vm)).toEqual([22]);
    },
  );

  test("has the addresses of its VMs in rules that name it, and the rules of the group may name it itself", async () => {
    const [subnet, elsewhere] = [await subnetOf("members", "10.22"), await subnetOf("askers", "10.23")];
    const [members, askers] = [await fixture.firewallGroup("members"), await fixture.firewallGroup("askers")];
    await give(subnet, [members.firewall_group_id]);
    await give(elsewhere, [askers.firewall_group_id]);
    await open(askers.firewall_group_id, 5432, { remote_group_id: members.firewall_group_id });
    await apply();
    const source = `group:${members.firewall_group_id}`;
    expect(await addressesAt(source)).toBeUndefined();
    // The first VM whose rules name the set comes by its subnet.
    const asker = await attached(elsewhere, "asker");
    await apply();
    expect(await addressesAt(source)).toEqual([]);
    const member = await attached(subnet, "member");
    await apply();
    expect(await addressesAt(source)).toEqual([member.private_ip]);
    const ip = await fixture.reservedIp();
    await fixture.send("reservedIp.attach", { reserved_ip_id: ip.public_ip_id }, { vm_id: member.vm });
    await apply();
    expect(new Set(await addressesAt(source))).toEqual(new Set([member.private_ip, ip.address]));
    await detach(subnet, member.allocation_id);
    await apply();
    expect(await addressesAt(source)).toEqual([]);
    await open(members.firewall_group_id, 9000, { remote_group_id: members.firewall_group_id });
    const again = await attached(subnet, "again");
    await apply();
    expect(await addressesAt(source)).toEqual([again.private_ip]);
    await give(elsewhere, []);
    await give(subnet, []);
    await apply();
    expect(await addressesAt(source)).toBeUndefined();
    expect(await portsAt(asker.vm)).toBeNull();
  });
});

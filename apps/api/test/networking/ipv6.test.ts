import { describe, expect, test } from "vitest";
import { expectError } from "../expect-error.ts";
import { AMSTERDAM, FRANKFURT, networkingFixture, uniqueName } from "./networking-fixture.ts";

const network = networkingFixture();

const vpcWith = async (cidr: string, changes: object = {}) =>
  (await network.post("/networking/vpcs", { name: uniqueName("vpc"), site_id: AMSTERDAM, cidr, ...changes })).body;
const subnetOf = async (vpcId: string, cidr: string) =>
  (await network.post(`/networking/vpcs/${vpcId}/subnets`, { name: uniqueName("subnet"), cidr })).body;
/** The first 48 bits of a network, as its addresses begin. */
const prefixOf = ({ ipv6_cidr }: { readonly ipv6_cidr: string }) => ipv6_cidr.replace("::/48", "");

describe("a VPC with IPv6", () => {
  test("has a private /48 of its own, each subnet a /64 and each node an address that follows from its IPv4 one", async () => {
    const vpc = await vpcWith("10.20.0.0/16", { ipv6: true });
    expect(vpc).toMatchObject({
      ipv6: true,
      ipv6_cidr: expect.stringMatching(/^fd[\da-f]{2}(:[\da-f]{0,4}){2}::\/48$/),
    });
    expect((await vpcWith("10.21.0.0/16", { ipv6: true })).ipv6_cidr).not.toBe(vpc.ipv6_cidr);
    const subnet = await subnetOf(vpc.vpc_id, "10.20.1.0/24");
    expect(subnet.ipv6_cidr).toBe(`${prefixOf(vpc)}:100::/64`);
    const last = await subnetOf(vpc.vpc_id, "10.20.255.248/29");
    expect(last.ipv6_cidr).toBe(`${prefixOf(vpc)}:fff8::/64`);
    const { vmId } = await network.vm();
    const node = await network.attach(vpc.vpc_id, { vm_id: vmId, subnet_id: subnet.subnet_id });
    expect([node.status, node.body]).toEqual([
      201,
      expect.objectContaining({ private_ip: "10.20.1.2", ipv6_address: `${prefixOf(vpc)}:100::a14:102` }),
    ]);
    const whole = (await network.get(`/networking/vms/${vmId}`)).body;
    expect(whole.nodes).toMatchObject([{ ipv6_address: node.body.ipv6_address }]);
  });

  test("gets it while it is in use, keeps it when asked again, and loses it only when no VM has an address", async () => {
    const vpc = await vpcWith("10.22.0.0/16");
    const [path, { subnet_id }] = [`/networking/vpcs/${vpc.vpc_id}`, await subnetOf(vpc.vpc_id, "10.22.0.0/24")];
    const { vmId } = await network.vm();
    const { allocation_id, ...before } = (await network.attach(vpc.vpc_id, { vm_id: vmId, subnet_id })).body;
    expect([vpc.ipv6, vpc.ipv6_cidr, before.ipv6_address]).toEqual([false, null, null]);
    const changed = (await network.patch(path, { ipv6: true })).body;
    expect(changed).toMatchObject({ ipv6: true, name: vpc.name });
    expect((await network.patch(path, { ipv6: true })).body).toEqual(changed);
    const prefix = prefixOf(changed);
    expect((await network.get(`${path}/subnets/${subnet_id}`)).body.ipv6_cidr).toBe(`${prefix}::/64`);
    const [node] = (await network.get(`${path}/nodes`)).body;
    expect(node).toMatchObject({ private_ip: "10.22.0.2", ipv6_address: `${prefix}::a16:2` });
    const refused = await network.patch(path, { ipv6: false });
    expectError(refused, 409, "ipv6_in_use");
    expect(refused.body.blockers).toEqual([{ type: "vpc_node", id: allocation_id, name: "10.22.0.2" }]);
    expect((await network.get(path)).body).toEqual(changed);
    await network.remove(`${path}/nodes/${allocation_id}`);
    expect((await network.patch(path, { ipv6: false })).body).toMatchObject({ ipv6: false, ipv6_cidr: null });
    expect((await network.get(`${path}/subnets/${subnet_id}`)).body.ipv6_cidr).toBeNull();
    expect((await network.patch(path, { ipv6: true })).body.ipv6_cidr).toBe(changed.ipv6_cidr);
  });

  test("400 that names ipv6 at a site whose networks have none, and nothing is changed", async () => {
    const site = `UPDATE site SET unsupported = $2 WHERE site_id = $1`;
    const vpc = await vpcWith("10.23.0.0/16", { site_id: FRANKFURT });
    const { pool } = network.api.database;
    await pool.query(site, [FRANKFURT, ["ipv6"]]);
    const path = `/networking/vpcs/${vpc.vpc_id}`;
    const body = { name: uniqueName("vpc"), site_id: FRANKFURT, cidr: "10.24.0.0/16", ipv6: true };
    for (const refused of [await network.post("/networking/vpcs", body), await network.patch(path, { ipv6: true })]) {
      expectError(refused, 400, "invalid_request");
      expect(refused.body.errors).toEqual([{ field: "ipv6", message: expect.any(String) }]);
    }
    expect((await network.get(path)).body).toEqual(vpc);
    expect((await network.post("/networking/vpcs", { ...body, ipv6: false })).status).toBe(201);
    await pool.query(site, [FRANKFURT, []]);
  });

  test("a rule names addresses of both families, IPv6 in its shortest spelling", async () => {
    const group = (await network.post("/networking/firewall-groups", { name: uniqueName("fw") })).body;
    const path = `/networking/firewall-groups/${group.firewall_group_id}/rules`;
    const remote_targets = ["192.0.2.1", "2001:DB8:0:0::/32", "2001:0db8::0001", "::/0"];
    const made = await network.post(path, { protocol: "icmp", icmp_type: 128, remote_targets });
    expect([made.status, made.body]).toEqual([
      201,
      expect.objectContaining({ remote_targets: ["192.0.2.1", "2001:db8::/32", "2001:db8::1", "::/0"] }),
    ]);
  });
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectError } from "../expect-error.ts";
import { AMSTERDAM, FRANKFURT, startNetwork, uniqueName } from "./networking-fixture.ts";

let network: Awaited<ReturnType<typeof startNetwork>>;
beforeAll(async () => {
  network = await startNetwork();
});
afterAll(() => network.close());

const IPS = "/networking/reserved-ips";
const reserve = async (siteId = AMSTERDAM) => (await network.post(IPS, { site_id: siteId })).body;
const move = (id: string, body: object) => network.post(`${IPS}/${id}/move`, body);

test("200: PATCH changes only what is sent, and an empty PATCH changes nothing", async () => {
  const vpc = `/networking/vpcs/${await network.vpc("10.70.0.0/16")}`;
  const subnetId = await network.subnet(vpc.slice("/networking/vpcs/".length), "10.70.0.0/24");
  const gateway = (await network.post(`${vpc}/nat-gateways`, { name: uniqueName("nat"), subnet_ids: [subnetId] })).body;
  const changes: [path: string, change: object][] = [
    [vpc, { name: uniqueName("vpc"), description: "New" }],
    [vpc, { description: null }],
    [`${vpc}/subnets/${subnetId}`, { name: uniqueName("subnet") }],
    [`${vpc}/subnets/${subnetId}`, { dns: ["9.9.9.9", "1.1.1.1"] }],
    [`${vpc}/nat-gateways/${gateway.nat_gateway_id}`, { name: uniqueName("nat") }],
    [`${IPS}/${(await reserve()).public_ip_id}`, { label: "Web", reverse_dns: "www.example.com" }],
  ];
  for (const [path, change] of changes) {
    const before = (await network.get(path)).body;
    const changed = await network.patch(path, change);
    expect([changed.status, changed.body]).toEqual([200, { ...before, ...change, updated_at: expect.any(String) }]);
    expect((await network.patch(path, {})).body).toEqual(changed.body);
    expect((await network.get(path)).body).toEqual(changed.body);
  }
});

test("409 name_taken; 400 for an immutable or malformed field", async () => {
  const [one, two] = [await network.vpc("10.71.0.0/16"), await network.vpc("10.72.0.0/16")];
  const { name } = (await network.get(`/networking/vpcs/${one}`)).body;
  expectError(await network.patch(`/networking/vpcs/${two}`, { name }), 409, "name_taken");
  expectError(await network.patch(`/networking/vpcs/${two}`, { cidr: "10.0.0.0/16" }), 400, "invalid_request");
  const ip = `${IPS}/${(await reserve()).public_ip_id}`;
  expectError(await network.patch(ip, { reverse_dns: "not a name" }), 400, "invalid_request");
  expect((await network.patch(ip, { reverse_dns: "" })).body).toMatchObject({ reverse_dns: "" });
});

describe("POST /networking/reserved-ips/{reserved_ip_id}/move", () => {
  test("200: moves to a VM, another VM and a NAT gateway, and the previous VM loses the address", async () => {
    const { public_ip_id: id, address } = await reserve();
    const [one, two] = [await network.vm(), await network.vm()];
    expect((await move(id, { vm_id: one.vmId })).body).toMatchObject({
      status: "attached",
      attached_resource_id: one.vmId,
    });
    const moved = await move(id, { vm_id: two.vmId });
    expect([moved.status, moved.body]).toEqual([
      200,
      expect.objectContaining({ attached_resource_id: two.vmId, attached_resource_type: "vm", address }),
    ]);
    expect((await network.shown(one.vmId)).public_ip).toBeNull();
    expect((await network.shown(two.vmId)).public_ip).toBe(address);
    expect((await move(id, { vm_id: two.vmId })).body).toEqual(moved.body);

    const vpcId = await network.vpc("10.73.0.0/16");
    const subnetId = await network.subnet(vpcId, "10.73.0.0/24");
    const gateway = (
      await network.post(`/networking/vpcs/${vpcId}/nat-gateways`, { name: uniqueName("nat"), subnet_ids: [subnetId] })
    ).body;
    expectError(await move(id, { nat_gateway_id: gateway.nat_gateway_id }), 409, "nat_gateway_has_public_ip");
    await network.post(`${IPS}/${gateway.public_ip_id}/detach`);
    expect((await move(id, { nat_gateway_id: gateway.nat_gateway_id })).body).toMatchObject({
      attached_resource_type: "nat_gateway",
    });
    expect((await network.shown(two.vmId)).public_ip).toBeNull();
  });

  test("400, 404 and 409 leave the address attached where it was", async () => {
    const { public_ip_id: id, address } = await reserve();
    const here = await network.vm();
    await move(id, { vm_id: here.vmId });
    const taken = await network.vm();
    await move((await reserve()).public_ip_id, { vm_id: taken.vmId });
    const abroad = await network.vm({ siteId: FRANKFURT });
    expectError(await move(id, { vm_id: taken.vmId }), 409, "vm_has_public_ip");
    expectError(await move(id, { vm_id: abroad.vmId }), 409, "site_mismatch");
    expectError(await move(id, { vm_id: "vm_nobody" }), 404, "not_found");
    expectError(await move(id, {}), 400, "invalid_request");
    expect((await network.get(`${IPS}/${id}`)).body).toMatchObject({ attached_resource_id: here.vmId });
    expect((await network.shown(here.vmId)).public_ip).toBe(address);
  });

  test("409 reserved_ip_platform_assigned for an address that belongs to its resource", async () => {
    const vpcId = await network.vpc("10.74.0.0/16");
    const subnetId = await network.subnet(vpcId, "10.74.0.0/24");
    const { vmId } = await network.vm();
    const node = (await network.attach(vpcId, { vm_id: vmId, subnet_id: subnetId, connectivity: "public_ip" })).body;
    expectError(
      await move(node.public_ip_id, { vm_id: (await network.vm()).vmId }),
      409,
      "reserved_ip_platform_assigned",
    );
    expect((await network.get(`${IPS}/${node.public_ip_id}`)).body).toMatchObject({ attached_resource_id: vmId });
  });

  test("concurrent moves of two addresses answer 200 or 409 and do not deadlock", async () => {
    const [one, two] = [await reserve(), await reserve()];
    const vms = await Promise.all(Array.from({ length: 4 }, () => network.vm()));
    const moves = Array.from({ length: 40 }, (_, index) =>
      move((index % 2 === 0 ? one : two).public_ip_id, { vm_id: vms[index % 4]?.vmId }),
    );
    for (const { status } of await Promise.all(moves)) expect([200, 409]).toContain(status);
  });
});

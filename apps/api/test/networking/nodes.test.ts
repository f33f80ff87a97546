import { beforeAll, describe, expect, test } from "vitest";
import { expectError } from "../expect-error.ts";
import { AMSTERDAM, FRANKFURT, networkingFixture, SITE_IP } from "./networking-fixture.ts";

const network = networkingFixture();
let vpcId: string;
let subnetId: string;
beforeAll(async () => {
  vpcId = await network.vpc("10.20.0.0/16");
  subnetId = await network.subnet(vpcId, "10.20.0.0/24");
});

const nodes = (id = vpcId) => `/networking/vpcs/${id}/nodes`;
const reserve = async (siteId = AMSTERDAM) =>
  (await network.post("/networking/reserved-ips", { site_id: siteId })).body;

describe("attaching a VM", () => {
  test("201: the whole record; the VM shows the node's address, and its site's after detaching", async () => {
    const { vmId } = await network.vm();
    const attached = await network.attach(vpcId, { vm_id: vmId, subnet_id: subnetId });
    expect(attached.status).toBe(201);
    expect(attached.body).toEqual({
      allocation_id: expect.stringMatching(/^alloc_/),
      vpc_id: vpcId,
      subnet_id: subnetId,
      vm_id: vmId,
      connectivity: "private",
      private_ip: expect.stringMatching(/^10\.20\.0\.\d+$/),
      prefix_length: 24,
      ipv6_address: null,
      private_dns_name: expect.stringMatching(/^[a-z\d-]+\.[a-z\d-]+\.internal$/),
      subnet_mask: "255.255.255.0",
      gateway: "10.20.0.1",
      dns: ["1.1.1.1", "8.8.8.8"],
      status: "attached",
      public_ip_id: null,
      public_ip: null,
      nat_gateway_id: null,
      nat_public_ip: null,
    });
    expect((await network.get(nodes(), { vm_id: vmId, subnet_id: subnetId })).body).toEqual([attached.body]);
    expect(await network.shown(vmId)).toEqual({ private_ip: attached.body.private_ip, public_ip: null });

    const second = await network.attach(vpcId, { vm_id: vmId, subnet_id: await network.subnet(vpcId, "10.20.1.0/28") });
    expect(second.body.private_dns_name).toBe(attached.body.private_dns_name);
    expect(second.body).toMatchObject({ private_ip: "10.20.1.2", prefix_length: 28, subnet_mask: "255.255.255.240" });
    expect(await network.shown(vmId)).toMatchObject({ private_ip: attached.body.private_ip });

    const detached = await network.remove(`${nodes()}/${attached.body.allocation_id}`);
    expect([detached.status, detached.body]).toEqual([200, { status: "deleted", id: attached.body.allocation_id }]);
    expect(await network.shown(vmId)).toMatchObject({ private_ip: "10.20.1.2" });
    await network.remove(`${nodes()}/${second.body.allocation_id}`);
    expect(await network.shown(vmId)).toEqual({ private_ip: SITE_IP, public_ip: null });
    expectError(await network.remove(`${nodes()}/${second.body.allocation_id}`), 404, "not_found");
  });

  test("201 with a reserved IP: attached with the node and kept after detaching", async () => {
    const { vmId } = await network.vm({ type: "gpu" });
    const ip = await reserve();
    const attached = await network.attach(vpcId, {
      vm_id: vmId,
      subnet_id: subnetId,
      connectivity: "public_ip",
      reserved_public_ip_id: ip.public_ip_id,
    });
    expect(attached.status).toBe(201);
    expect(attached.body).toMatchObject({
      connectivity: "public_ip",
      public_ip_id: ip.public_ip_id,
      public_ip: ip.address,
    });
    expect(await network.shown(vmId)).toEqual({ private_ip: attached.body.private_ip, public_ip: ip.address });
    const read = () => network.get(`/networking/reserved-ips/${ip.public_ip_id}`);
    expect((await read()).body).toEqual({
      ...ip,
      status: "attached",
      attached_resource_type: "vm",
      attached_resource_id: vmId,
      attached_vpc_id: vpcId,
      attached_subnet_id: subnetId,
      updated_at: expect.any(String),
    });
    await network.remove(`${nodes()}/${attached.body.allocation_id}`);
    expect((await read()).body).toEqual({ ...ip, updated_at: expect.any(String) });
    expect(await network.shown(vmId)).toEqual({ private_ip: SITE_IP, public_ip: null });
  });

  test("201 without a reserved IP: the platform assigns one and releases it with the node", async () => {
    const { vmId } = await network.vm();
    const attached = await network.attach(vpcId, {
      vm_id: vmId,
      subnet_id: subnetId,
      connectivity: "public_ip",
      reserved_public_ip_id: null,
    });
    const { public_ip_id: id, public_ip: address, allocation_id } = attached.body;
    expect(address).toMatch(/^203\.0\.113\.\d+$/);
    expect((await network.get(`/networking/reserved-ips/${id}`)).body).toMatchObject({
      address,
      reservation_type: "platform_assigned",
      status: "attached",
    });
    await network.remove(`${nodes()}/${allocation_id}`);
    expectError(await network.get(`/networking/reserved-ips/${id}`), 404, "not_found");
    expect(await network.api.database.prisma.publicAddress.findUnique({ where: { address } })).toMatchObject({
      public_ip_id: null,
    });
  });

  test("400 names each wrong field", async () => {
    const { vmId } = await network.vm();
    const base = { vm_id: vmId, subnet_id: subnetId };
    const refused = async (body: unknown) => {
      const response = await network.post(nodes(), body);
      expectError(response, 400, "invalid_request");
      return response.body.errors.map(({ field }: { field: string }) => field);
    };
    expect(await refused({})).toEqual(["vm_id", "subnet_id"]);
    expect(await refused({ ...base, connectivity: "carrier-pigeon" })).toEqual(["connectivity"]);
    expect(await refused({ ...base, reserved_public_ip_id: "ip_any" })).toEqual(["reserved_public_ip_id"]);
    expect(await refused({ ...base, vpc_id: vpcId })).toEqual(["vpc_id"]);
  });

  test("404 with one wording for an absent or foreign VPC, VM, subnet and reserved IP", async () => {
    const { vmId } = await network.vm();
    const neighbour = await network.neighbour();
    const foreign = {
      vpc: await neighbour.vpc("10.20.0.0/16"),
      vm: (await neighbour.vm()).vmId,
      ip: (await neighbour.post("/networking/reserved-ips", { site_id: AMSTERDAM })).body.public_ip_id,
    };
    const foreignSubnet = await neighbour.subnet(foreign.vpc, "10.20.0.0/24");
    const base = { vm_id: vmId, subnet_id: subnetId };
    const details = async (answers: Awaited<ReturnType<typeof network.attach>>[]) => {
      for (const answer of answers) expectError(answer, 404, "not_found");
      return new Set(answers.map(({ body }) => body.detail)).size;
    };
    expect(await details([await network.attach("vpc_absent", base), await network.attach(foreign.vpc, base)])).toBe(1);
    for (const [field, foreignId] of [
      ["vm_id", foreign.vm],
      ["subnet_id", foreignSubnet],
    ] as const) {
      expect(
        await details([
          await network.attach(vpcId, { ...base, [field]: "absent" }),
          await network.attach(vpcId, { ...base, [field]: foreignId }),
        ]),
      ).toBe(1);
    }
    const withIp = (id: string) =>
      network.attach(vpcId, { ...base, connectivity: "public_ip", reserved_public_ip_id: id });
    expect(await details([await withIp("absent"), await withIp(foreign.ip)])).toBe(1);
    expectError(await network.get(nodes(foreign.vpc)), 404, "not_found");
    expect((await network.get(nodes(), { vm_id: vmId })).body).toEqual([]);
  });

  test.each([
    ["pending", "vm_not_ready"],
    ["configuring", "vm_not_ready"],
    ["deleting", "vm_deleted"],
    ["deleted", "vm_deleted"],
    ["error", "vm_in_error"],
  ] as const)("409 for a VM that is %s", async (status, code) => {
    const { vmId, name } = await network.vm({ status });
    const refused = await network.attach(vpcId, { vm_id: vmId, subnet_id: subnetId });
    expectError(refused, 409, code);
    expect(refused.body.blockers).toEqual([{ type: "cloud_vm", id: vmId, name }]);
  });

  test("409 vm_already_attached for all but one of six concurrent requests for one VM", async () => {
    const { vmId } = await network.vm({ status: "stopped" });
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => network.attach(vpcId, { vm_id: vmId, subnet_id: subnetId })),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(1);
    for (const refused of answers.filter((answer) => answer !== made[0])) {
      expectError(refused, 409, "vm_already_attached");
      expect(refused.body.blockers).toEqual([
        { type: "vpc_node", id: made[0]?.body.allocation_id, name: made[0]?.body.private_ip },
      ]);
    }
  });

  test("409 site_mismatch names the VM and the reserved IP at another site", async () => {
    const elsewhere = await network.vm({ siteId: FRANKFURT });
    const ip = await reserve(FRANKFURT);
    const body = {
      vm_id: elsewhere.vmId,
      subnet_id: subnetId,
      connectivity: "public_ip",
      reserved_public_ip_id: ip.public_ip_id,
    };
    const refused = await network.attach(vpcId, body);
    expectError(refused, 409, "site_mismatch");
    expect(refused.body.blockers).toEqual([
      { type: "cloud_vm", id: elsewhere.vmId, name: elsewhere.name },
      { type: "reserved_ip", id: ip.public_ip_id, name: ip.address },
    ]);
  });

  test("409 reserved_ip_in_use and 409 vm_has_public_ip name what stands in the way", async () => {
    const [one, two] = [await network.vm(), await network.vm()];
    const [ip, spare] = [await reserve(), await reserve()];
    const withIp = (vmId: string, id: string, subnet = subnetId) =>
      network.attach(vpcId, { vm_id: vmId, subnet_id: subnet, connectivity: "public_ip", reserved_public_ip_id: id });
    expect((await withIp(one.vmId, ip.public_ip_id)).status).toBe(201);
    const used = await withIp(two.vmId, ip.public_ip_id);
    expectError(used, 409, "reserved_ip_in_use");
    expect(used.body.blockers).toEqual([{ type: "cloud_vm", id: one.vmId, name: one.name }]);
    const another = await network.subnet(vpcId, "10.20.2.0/24");
    const second = await withIp(one.vmId, spare.public_ip_id, another);
    expectError(second, 409, "vm_has_public_ip");
    expect(second.body.blockers).toEqual([{ type: "reserved_ip", id: ip.public_ip_id, name: ip.address }]);
  });

  test("201 for one of eight VMs that concurrently ask for one reserved IP, 409 for the others", async () => {
    const ip = await reserve();
    const vms = await Promise.all(Array.from({ length: 8 }, () => network.vm()));
    const answers = await Promise.all(
      vms.map(({ vmId }) =>
        network.attach(vpcId, {
          vm_id: vmId,
          subnet_id: subnetId,
          connectivity: "public_ip",
          reserved_public_ip_id: ip.public_ip_id,
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const refused of answers.filter(({ status }) => status !== 201))
      expectError(refused, 409, "reserved_ip_in_use");
  });

  test("409 subnet_not_empty names the nodes; deleting a VM frees its node and addresses", async () => {
    const crowded = await network.subnet(vpcId, "10.20.3.0/24");
    const [one, two] = [await network.vm(), await network.vm()];
    const ip = await reserve();
    const first = await network.attach(vpcId, {
      vm_id: one.vmId,
      subnet_id: crowded,
      connectivity: "public_ip",
      reserved_public_ip_id: ip.public_ip_id,
    });
    const assigned = await network.attach(vpcId, { vm_id: two.vmId, subnet_id: crowded, connectivity: "public_ip" });
    const path = `/networking/vpcs/${vpcId}/subnets/${crowded}`;
    const refused = await network.remove(path);
    expectError(refused, 409, "subnet_not_empty");
    expect(refused.body.blockers).toContainEqual({
      type: "vpc_node",
      id: first.body.allocation_id,
      name: first.body.private_ip,
    });

    await network.api.database.prisma.vm.updateMany({
      where: { vm_id: { in: [one.vmId, two.vmId] } },
      data: { status: "deleted", deleted_at: new Date() },
    });
    expect((await network.get(nodes(), { subnet_id: crowded })).body).toEqual([]);
    expect((await network.get(`/networking/reserved-ips/${ip.public_ip_id}`)).body).toMatchObject({
      status: "reserved",
      attached_resource_id: null,
    });
    expectError(await network.get(`/networking/reserved-ips/${assigned.body.public_ip_id}`), 404, "not_found");
    expect(await network.shown(one.vmId)).toEqual({ private_ip: null, public_ip: null });
    expect((await network.remove(path)).status).toBe(200);
  });
});

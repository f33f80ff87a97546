import { seedPlatform, setWallet } from "@fulmar/core/operator";
import { describe, expect, onTestFinished, test } from "vitest";
import { expectError } from "../expect-error.ts";
import { AMSTERDAM, FRANKFURT, networkingFixture, SITE_IP, TIMESTAMP, uniqueName } from "./networking-fixture.ts";

const path = "/networking/reserved-ips";
const network = networkingFixture();

const reserve = async (siteId = AMSTERDAM) => (await network.post(path, { site_id: siteId })).body;
const attach = (id: string, body: unknown) => network.post(`${path}/${id}/attach`, body);
const detach = (id: string) => network.post(`${path}/${id}/detach`);

describe("reserving", () => {
  test("201 with the whole record; 200 for GET, list and DELETE; 404 for others", async () => {
    const mine = await network.neighbour();
    const created = await mine.post(path, { site_id: AMSTERDAM, label: "Web", reverse_dns: "www.example.com" });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      public_ip_id: expect.stringMatching(/^ip_/),
      address: expect.stringMatching(/^203\.0\.113\.\d+$/),
      site_id: AMSTERDAM,
      status: "reserved",
      organization_id: mine.tenant.organizationId,
      workspace_id: mine.tenant.workspaceId,
      label: "Web",
      reverse_dns: "www.example.com",
      isolated_at: null,
      isolated_reason: null,
      reservation_type: "user_reserved",
      attached_resource_type: null,
      attached_resource_id: null,
      attached_vpc_id: null,
      attached_subnet_id: null,
      created_at: TIMESTAMP,
      updated_at: TIMESTAMP,
    });
    const second = await mine.post(path, { site_id: FRANKFURT });
    expect(second.body).toMatchObject({
      label: "",
      reverse_dns: "",
      address: expect.stringMatching(/^198\.51\.100\.\d+$/),
    });
    const one = `${path}/${created.body.public_ip_id}`;
    expect((await mine.get(one)).body).toEqual(created.body);
    expect((await mine.get(path)).body).toEqual([second.body, created.body]);
    expect((await mine.get(path, { site_id: AMSTERDAM, status: "reserved" })).body).toEqual([created.body]);
    expect((await mine.get(path, { status: "attached" })).body).toEqual([]);

    const foreign = [
      await network.get(one),
      await network.remove(one),
      await network.post(`${one}/detach`),
      await network.post(`${one}/attach`, { vm_id: "vm_any" }),
    ];
    for (const answer of foreign) expectError(answer, 404, "not_found");
    const deleted = await mine.remove(one);
    expect([deleted.status, deleted.body]).toEqual([200, { status: "deleted", id: created.body.public_ip_id }]);
    expectError(await mine.get(one), 404, "not_found");
  });

  test("400 names a missing or unknown site and a malformed reverse_dns", async () => {
    expectError(await network.post(path, {}), 400, "invalid_request");
    expect((await network.post(path, { site_id: "site-nowhere" })).body.errors).toMatchObject([{ field: "site_id" }]);
    for (const reverse_dns of [
      ...["not a name", "1.2.3.4", "1.2.3", "127.1", "localhost", "LOCALHOST", "vm.localhost", "host", "vm1"],
      ...["vm.example.1", "vm.example.007", "vm.example.0x7f", "vm..example.com", ".example.com", "vm.example.com."],
    ]) {
      const refused = await network.post(path, { site_id: AMSTERDAM, reverse_dns });
      expectError(refused, 400, "invalid_request", reverse_dns);
      expect(refused.body.errors, reverse_dns).toMatchObject([{ field: "reverse_dns" }]);
    }
    expect((await network.post(path, { site_id: AMSTERDAM, reverse_dns: "not a name" })).body.errors).toMatchObject([
      { field: "reverse_dns" },
    ]);
  });

  test("402 without funds, and nothing is reserved", async () => {
    const poor = await network.neighbour();
    await setWallet(poor.api.database, { organizationId: poor.tenant.organizationId, balance: "0", creditLimit: "0" });
    expectError(await poor.post(path, { site_id: AMSTERDAM }), 402, "insufficient_funds");
    expect((await poor.get(path)).body).toEqual([]);
  });

  test("409 address_pool_exhausted: concurrent reservations get different addresses until one is released", async () => {
    const rest = await network.api.database.prisma.publicAddress.count({
      where: { site_id: FRANKFURT, public_ip_id: null },
    });
    const keep = 30;
    const { rows } = await network.api.database.pool.query(
      `DELETE FROM public_address WHERE address IN (SELECT address FROM public_address
                                                     WHERE site_id = $1 AND public_ip_id IS NULL ORDER BY address
                                                     LIMIT $2)
       RETURNING to_jsonb(public_address) AS row`,
      [FRANKFURT, rest - keep],
    );
    onTestFinished(async () => {
      await network.api.database.pool.query(
        "INSERT INTO public_address SELECT (jsonb_populate_recordset(NULL::public_address, $1)).*",
        [JSON.stringify(rows.map(({ row }) => row))],
      );
    });
    const answers = await Promise.all(Array.from({ length: keep }, () => network.post(path, { site_id: FRANKFURT })));
    expect(answers.map(({ status }) => status)).toEqual(Array(keep).fill(201));
    expect(new Set(answers.map(({ body }) => body.address)).size).toBe(keep);
    const refused = await network.post(path, { site_id: FRANKFURT });
    expectError(refused, 409, "address_pool_exhausted");
    const vpcId = await network.vpc("10.30.0.0/16", FRANKFURT);
    const subnetId = await network.subnet(vpcId, "10.30.0.0/24");
    const { vmId } = await network.vm({ siteId: FRANKFURT });
    const body = { vm_id: vmId, subnet_id: subnetId, connectivity: "public_ip" };
    expectError(await network.attach(vpcId, body), 409, "address_pool_exhausted");
    expect(await network.shown(vmId)).toEqual({ private_ip: SITE_IP, public_ip: null });
    const [first] = answers;
    await network.remove(`${path}/${first?.body.public_ip_id}`);
    expect((await network.attach(vpcId, body)).body).toMatchObject({ public_ip: first?.body.address });
  });

  test("seeding again keeps the public addresses", async () => {
    const addresses = () =>
      network.api.database.prisma.publicAddress.findMany({
        where: { site_id: AMSTERDAM },
        orderBy: { address: "asc" },
      });
    const before = await addresses();
    await seedPlatform(network.api.database, { environment: "development" });
    expect(await addresses()).toEqual(before);
    expect(before).toHaveLength(254);
  });
});

describe("attaching", () => {
  test("200: attached to a VM with or without a node, and the VM shows the address", async () => {
    const ip = await reserve();
    const { vmId } = await network.vm();
    const attached = await attach(ip.public_ip_id, { vm_id: vmId });
    expect(attached.status).toBe(200);
    expect(attached.body).toEqual({
      ...ip,
      status: "attached",
      attached_resource_type: "vm",
      attached_resource_id: vmId,
      updated_at: TIMESTAMP,
    });
    expect(await network.shown(vmId)).toEqual({ private_ip: SITE_IP, public_ip: ip.address });
    expect((await network.get(path, { status: "attached" })).body).toContainEqual(attached.body);

    const another = await reserve();
    const vpcId = await network.vpc("10.31.0.0/16");
    const subnetId = await network.subnet(vpcId, "10.31.0.0/24");
    const inVpc = await network.vm();
    await network.attach(vpcId, { vm_id: inVpc.vmId, subnet_id: subnetId });
    expect((await attach(another.public_ip_id, { vm_id: inVpc.vmId })).body).toMatchObject({
      attached_vpc_id: vpcId,
      attached_subnet_id: subnetId,
    });
    expect((await network.get(`/networking/vpcs/${vpcId}/nodes`)).body).toMatchObject([
      { connectivity: "public_ip", public_ip: another.address },
    ]);
    await detach(another.public_ip_id);
    expect((await network.get(`/networking/vpcs/${vpcId}/nodes`)).body).toMatchObject([
      { connectivity: "private", public_ip: null },
    ]);
  });

  test("400 for no target or two; 404 for an absent or foreign one", async () => {
    const ip = await reserve();
    expectError(await attach(ip.public_ip_id, {}), 400, "invalid_request");
    expectError(await attach(ip.public_ip_id, { vm_id: "vm_a", nat_gateway_id: "nat_a" }), 400, "invalid_request");
    expectError(await attach("ip_absent", { vm_id: "vm_a" }), 404, "not_found");
    const foreign = await (await network.neighbour()).vm();
    const [absent, elsewhere] = [
      await attach(ip.public_ip_id, { vm_id: "vm_a" }),
      await attach(ip.public_ip_id, { vm_id: foreign.vmId }),
    ];
    expectError(absent, 404, "not_found");
    expect({ ...elsewhere.body, request_id: absent.body.request_id }).toEqual(absent.body);
    expectError(await attach(ip.public_ip_id, { nat_gateway_id: "nat_a" }), 404, "not_found");
  });

  test("409 for an address in use, and for a VM with an address, being created or at another site", async () => {
    const [ip, spare] = [await reserve(), await reserve()];
    const vm = await network.vm();
    await attach(ip.public_ip_id, { vm_id: vm.vmId });
    const used = await attach(ip.public_ip_id, { vm_id: (await network.vm()).vmId });
    expectError(used, 409, "reserved_ip_in_use");
    expect(used.body.blockers).toEqual([{ type: "cloud_vm", id: vm.vmId, name: vm.name }]);
    expectError(await network.remove(`${path}/${ip.public_ip_id}`), 409, "reserved_ip_in_use");
    expectError(await attach(spare.public_ip_id, { vm_id: vm.vmId }), 409, "vm_has_public_ip");
    expectError(
      await attach(spare.public_ip_id, { vm_id: (await network.vm({ status: "creating" })).vmId }),
      409,
      "vm_not_ready",
    );
    expectError(
      await attach(spare.public_ip_id, { vm_id: (await network.vm({ siteId: FRANKFURT })).vmId }),
      409,
      "site_mismatch",
    );
  });

  test("409 nat_gateway_has_public_ip; 200 once its address is detached", async () => {
    const vpcId = await network.vpc("10.32.0.0/16");
    const subnetId = await network.subnet(vpcId, "10.32.0.0/24");
    const { body: gateway } = await network.post(`/networking/vpcs/${vpcId}/nat-gateways`, {
      name: uniqueName("nat"),
      subnet_ids: [subnetId],
    });
    const ip = await reserve();
    const refused = await attach(ip.public_ip_id, { nat_gateway_id: gateway.nat_gateway_id });
    expectError(refused, 409, "nat_gateway_has_public_ip");
    expect(refused.body.blockers).toEqual([{ type: "reserved_ip", id: gateway.public_ip_id, name: gateway.public_ip }]);

    const released = await detach(gateway.public_ip_id);
    expect(released.body).toMatchObject({ status: "released", address: gateway.public_ip, attached_resource_id: null });
    expectError(await detach(gateway.public_ip_id), 404, "not_found");
    const attached = await attach(ip.public_ip_id, { nat_gateway_id: gateway.nat_gateway_id });
    expect(attached.body).toMatchObject({
      attached_resource_type: "nat_gateway",
      attached_resource_id: gateway.nat_gateway_id,
      attached_vpc_id: vpcId,
      attached_subnet_id: null,
    });
  });
});

describe("detaching", () => {
  test("200: detaches, repeatably; then the address can be released", async () => {
    const ip = await reserve();
    const { vmId } = await network.vm();
    await attach(ip.public_ip_id, { vm_id: vmId });
    const detached = await detach(ip.public_ip_id);
    expect([detached.status, detached.body]).toEqual([200, { ...ip, updated_at: TIMESTAMP }]);
    expect(await network.shown(vmId)).toEqual({ private_ip: SITE_IP, public_ip: null });
    const again = await detach(ip.public_ip_id);
    expect([again.status, again.body]).toEqual([200, detached.body]);
    expect((await network.remove(`${path}/${ip.public_ip_id}`)).status).toBe(200);
    expectError(await detach(ip.public_ip_id), 404, "not_found");
  });

  test("concurrent attach and detach answer 200 or 409, and VM and address agree afterwards", async () => {
    const [ip, other] = [await reserve(), await reserve()];
    const vms = await Promise.all([network.vm(), network.vm()]);
    const ids = [ip.public_ip_id, other.public_ip_id];
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => {
        const id = ids[index % 2] ?? "";
        return index % 4 < 2 ? attach(id, { vm_id: vms[Math.floor(index / 4) % 2]?.vmId }) : detach(id);
      }),
    );
    for (const { status, text } of answers) expect([200, 409], text).toContain(status);
    const held = (await network.get(path, { status: "attached" })).body;
    for (const { vmId } of vms) {
      const mine = held.find((row: { attached_resource_id: string }) => row.attached_resource_id === vmId);
      expect((await network.shown(vmId)).public_ip).toBe(mine?.address ?? null);
    }
  });
});

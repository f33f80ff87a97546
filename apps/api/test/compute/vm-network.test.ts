import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectError } from "../expect-error.ts";
import { AMSTERDAM, FRANKFURT, type Network, startNetwork, uniqueName } from "../networking/networking-fixture.ts";
import { cloudBody, gpuBody, settle } from "./compute-fixture.ts";

let network: Awaited<ReturnType<typeof startNetwork>>;
beforeAll(async () => {
  network = await startNetwork();
});
afterAll(() => network.close());

const create = (body: object, where: Network = network) =>
  where.post("/compute/cloud-vms", { ...cloudBody, name: uniqueName("vm"), ...body });
const record = async (vmId: string) => (await network.get(`/compute/cloud-vms/${vmId}`)).body;
const reserve = async (site_id = AMSTERDAM) => (await network.post("/networking/reserved-ips", { site_id })).body;
const group = async () =>
  (await network.post("/networking/firewall-groups", { name: uniqueName("group") })).body.firewall_group_id;

/** Creates a subnet with 13 addresses for VMs. */
let subnets = 0;
async function subnet(siteId = AMSTERDAM, mask = 28) {
  const cidr = `10.77.${subnets++}.0/${mask}`;
  const vpc_id = await network.vpc(cidr.replace(/\/\d+$/, "/24"), siteId);
  return { vpc_id, subnet_id: await network.subnet(vpc_id, cidr) };
}

test("202: the new VM has its addresses and firewall groups at once and is a node of the subnet", async () => {
  const place = await subnet();
  const { public_ip_id, address } = await reserve();
  const firewall_group_ids = [await group(), await group()];
  const { status, body } = await create({ ...place, reserved_ip_id: public_ip_id, firewall_group_ids });
  expect(status).toBe(202);
  const vm = await record(body.vm_id);
  expect(vm).toMatchObject({
    status: "pending",
    private_ip: expect.stringMatching(/^10\.77\./),
    public_ip: address,
    firewall_group_ids,
    updated_at: null,
  });
  const { body: nodes } = await network.get(`/networking/vpcs/${place.vpc_id}/nodes`);
  expect(nodes).toMatchObject([
    {
      vm_id: body.vm_id,
      subnet_id: place.subnet_id,
      private_ip: vm.private_ip,
      public_ip_id,
      connectivity: "public_ip",
    },
  ]);
  expect((await network.get(`/networking/reserved-ips/${public_ip_id}`)).body).toMatchObject({
    status: "attached",
    attached_resource_id: body.vm_id,
  });
});

test("202: a platform-assigned public IP is released when the VM is deleted", async () => {
  const { body } = await create({ public_ip: true });
  const { public_ip } = await record(body.vm_id);
  expect(public_ip).toMatch(/^\d+\.\d+\.\d+\.\d+$/);
  const taken = () =>
    network.api.database.prisma.publicAddress.count({ where: { address: public_ip, public_ip_id: { not: null } } });
  expect(await taken()).toBe(1);
  await settle(network.api, body.vm_id, body.operation_id, "deleted");
  expect(await taken()).toBe(0);
  expect(await record(body.vm_id)).toMatchObject({ public_ip: null, private_ip: null });
});

test("202: a GPU VM gets subnet and reserved IP, and the reserved IP outlives it", async () => {
  const place = await subnet(FRANKFURT);
  const { public_ip_id, address } = await reserve(FRANKFURT);
  const { status, body } = await network.post("/compute/gpu-vms", {
    ...gpuBody,
    name: uniqueName("gpu"),
    ...place,
    reserved_ip_id: public_ip_id,
  });
  expect(status).toBe(202);
  expect((await network.get(`/compute/gpu-vms/${body.vm_id}`)).body).toMatchObject({
    public_ip: address,
    private_ip: expect.stringMatching(/^10\.77\./),
  });
  await settle(network.api, body.vm_id, body.operation_id, "deleted");
  expect((await network.get(`/networking/reserved-ips/${public_ip_id}`)).body).toMatchObject({
    status: "reserved",
    address,
  });
});

test("202: without site_id the VM is created at the VPC's site; 409 site_mismatch if its plan is not", async () => {
  const abroad = await subnet(FRANKFURT);
  const { status, body } = await create(abroad);
  expect(status).toBe(202);
  expect(await record(body.vm_id)).toMatchObject({ site_id: FRANKFURT });
  expect(await record((await create({})).body.vm_id)).toMatchObject({ site_id: AMSTERDAM });
  const here = await subnet(AMSTERDAM);
  expectError(
    await network.post("/compute/gpu-vms", { ...gpuBody, name: uniqueName("gpu"), ...here }),
    409,
    "site_mismatch",
  );
});

describe("refused creates", () => {
  test("409 site_mismatch names the subnet and the reserved IP at another site", async () => {
    const place = await subnet(FRANKFURT);
    const { public_ip_id, address } = await reserve(FRANKFURT);
    const response = await create({ ...place, reserved_ip_id: public_ip_id, site_id: AMSTERDAM });
    expectError(response, 409, "site_mismatch");
    expect(response.body.blockers).toEqual([
      { type: "subnet", id: place.subnet_id, name: expect.any(String) },
      { type: "reserved_ip", id: public_ip_id, name: address },
    ]);
  });

  test("409 reserved_ip_in_use names the VM that has the address", async () => {
    const { public_ip_id } = await reserve();
    const { body: first } = await create({ reserved_ip_id: public_ip_id });
    const response = await create({ reserved_ip_id: public_ip_id });
    expectError(response, 409, "reserved_ip_in_use");
    expect(response.body.blockers).toMatchObject([{ type: "cloud_vm", id: first.vm_id }]);
  });

  test("409 subnet_full, and the VM is not created", async () => {
    const place = await subnet(AMSTERDAM, 29);
    for (let taken = 0; taken < 5; taken++) expect((await create(place)).status).toBe(202);
    const name = uniqueName("none");
    const response = await create({ ...place, name });
    expectError(response, 409, "subnet_full");
    expect(response.body.blockers).toMatchObject([{ type: "subnet", id: place.subnet_id }]);
    expect((await network.get("/compute/cloud-vms", { name })).body).toEqual([]);
  });

  test("409 address_pool_exhausted when the site has no free address", async () => {
    const { pool } = network.api.database;
    const { rows } = await pool.query<{ address: string }>(
      "SELECT address FROM public_address WHERE site_id = $1 AND public_ip_id IS NULL",
      [AMSTERDAM],
    );
    const free = rows.map((row) => row.address);
    await pool.query("UPDATE public_address SET site_id = $1 WHERE address = ANY ($2)", [FRANKFURT, free]);
    expectError(await create({ public_ip: true }), 409, "address_pool_exhausted");
    await pool.query("UPDATE public_address SET site_id = $1 WHERE address = ANY ($2)", [AMSTERDAM, free]);
  });

  test("404 for a subnet of another VPC or another workspace's group, before 409 name_taken", async () => {
    const name = uniqueName("taken");
    expect((await create({ name })).status).toBe(202);
    const [one, other] = [await subnet(), await subnet()];
    expectError(await create({ name, vpc_id: one.vpc_id, subnet_id: other.subnet_id }), 404, "not_found");
    const neighbour = await network.neighbour();
    expectError(await create({ name, firewall_group_ids: [await group()] }, neighbour), 404, "not_found");
    expectError(await create({ name, firewall_group_ids: [await group()] }), 409, "name_taken");
  });
});

test("202 for one of two concurrent creates with one reserved IP, 409 for the other", async () => {
  const { public_ip_id } = await reserve();
  const answers = await Promise.all([
    create({ reserved_ip_id: public_ip_id }),
    create({ reserved_ip_id: public_ip_id }),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409]);
});

test("concurrent creates in one subnet get different addresses", async () => {
  const place = await subnet();
  const answers = await Promise.all(Array.from({ length: 8 }, () => create(place)));
  const addresses = await Promise.all(answers.map(async ({ body }) => (await record(body.vm_id)).private_ip));
  expect(new Set(addresses).size).toBe(8);
});

import { setWallet } from "@fulmar/core/operator";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectError } from "../expect-error.ts";
import { AMSTERDAM, FRANKFURT, startNetwork, uniqueName } from "./networking-fixture.ts";

let network: Awaited<ReturnType<typeof startNetwork>>;
let vpcId: string;
let subnetId: string;
beforeAll(async () => {
  network = await startNetwork();
  vpcId = await network.vpc("10.20.0.0/16");
  subnetId = await network.subnet(vpcId, "10.20.0.0/24");
});
afterAll(() => network.close());

const gateways = (id = vpcId) => `/networking/vpcs/${id}/nat-gateways`;
const reserve = async (siteId = AMSTERDAM) =>
  (await network.post("/networking/reserved-ips", { site_id: siteId })).body;

test("nodes with nat need a gateway with a public IP on their subnet, and use its address", async () => {
  const natSubnet = await network.subnet(vpcId, "10.20.4.0/24");
  const { vmId } = await network.vm();
  const body = { vm_id: vmId, subnet_id: natSubnet, connectivity: "nat" };
  expectError(await network.attach(vpcId, body), 409, "nat_gateway_required");

  const name = uniqueName("nat");
  const ip = await reserve();
  const created = await network.post(gateways(), { name, subnet_ids: [natSubnet], reserved_ip_id: ip.public_ip_id });
  expect(created.status).toBe(201);
  expect(created.body).toEqual({
    nat_gateway_id: expect.stringMatching(/^nat_/),
    organization_id: network.tenant.organizationId,
    workspace_id: network.tenant.workspaceId,
    vpc_id: vpcId,
    site_id: AMSTERDAM,
    name,
    subnet_ids: [natSubnet],
    public_ip_id: ip.public_ip_id,
    public_ip: ip.address,
    status: "provisioning",
    pending_changes: true,
    applied_at: null,
    error_code: null,
    error_message: null,
    created_at: expect.any(String),
    updated_at: expect.any(String),
  });
  const gateway = `${gateways()}/${created.body.nat_gateway_id}`;
  expect((await network.get(gateway)).body).toEqual(created.body);
  expect((await network.get(gateways(), { name })).body).toEqual([created.body]);

  const attached = await network.attach(vpcId, body);
  expect(attached.body).toMatchObject({
    connectivity: "nat",
    nat_gateway_id: created.body.nat_gateway_id,
    nat_public_ip: ip.address,
    public_ip: null,
  });
  const used = await network.remove(gateway);
  expectError(used, 409, "nat_gateway_in_use");
  expect(used.body.blockers).toMatchObject([{ type: "vpc_node", id: attached.body.allocation_id }]);
  const again = await network.post(gateways(), { name: uniqueName("nat"), subnet_ids: [natSubnet] });
  expectError(again, 409, "subnet_has_nat_gateway");
  expect(again.body.blockers).toEqual([{ type: "nat_gateway", id: created.body.nat_gateway_id, name }]);

  await network.post(`/networking/reserved-ips/${ip.public_ip_id}/detach`);
  expect((await network.get(gateway)).body).toMatchObject({ status: "without_public_ip", public_ip: null });
  const late = await network.attach(vpcId, { ...body, vm_id: (await network.vm()).vmId });
  expectError(late, 409, "nat_gateway_without_public_ip");

  await network.remove(`/networking/vpcs/${vpcId}/nodes/${attached.body.allocation_id}`);
  const deleted = await network.remove(gateway);
  expect([deleted.status, deleted.body]).toEqual([200, { status: "deleted", id: created.body.nat_gateway_id }]);
  expect((await network.remove(`/networking/vpcs/${vpcId}/subnets/${natSubnet}`)).status).toBe(200);
});

test("a platform-assigned address is released with its gateway", async () => {
  const natSubnet = await network.subnet(vpcId, "10.20.5.0/24");
  const path = gateways();
  const { body } = await network.post(path, { name: uniqueName("nat"), subnet_ids: [natSubnet] });
  expect(body).toMatchObject({ status: "provisioning", public_ip: expect.stringMatching(/^203\.0\.113\./) });
  expectError(await network.remove(`/networking/vpcs/${vpcId}/subnets/${natSubnet}`), 409, "subnet_not_empty");
  expect((await network.remove(`${path}/${body.nat_gateway_id}`)).status).toBe(200);
  expectError(await network.get(`/networking/reserved-ips/${body.public_ip_id}`), 404, "not_found");
});

test("400, 404, 409 and 402 for an invalid, absent, conflicting or unaffordable create", async () => {
  const path = gateways();
  const name = uniqueName("nat");
  expectError(await network.post(path, { name, subnet_ids: [] }), 400, "invalid_request");
  expectError(await network.post(path, { name, subnet_ids: [subnetId, subnetId] }), 400, "invalid_request");
  expectError(await network.post(path, { name, subnet_ids: ["sub_absent"] }), 404, "not_found");
  expectError(
    await network.post(path, { name, subnet_ids: [subnetId], reserved_ip_id: "ip_absent" }),
    404,
    "not_found",
  );
  const elsewhere = await reserve(FRANKFURT);
  expectError(
    await network.post(path, { name, subnet_ids: [subnetId], reserved_ip_id: elsewhere.public_ip_id }),
    409,
    "site_mismatch",
  );
  const taken = await network.post(path, { name, subnet_ids: [subnetId] });
  const again = await network.post(path, { name, subnet_ids: [await network.subnet(vpcId, "10.20.6.0/24")] });
  expectError(again, 409, "name_taken");
  expect(again.body.blockers).toEqual([{ type: "nat_gateway", id: taken.body.nat_gateway_id, name }]);
  const poor = await network.neighbour();
  const poorVpc = await poor.vpc("10.0.0.0/16");
  const poorSubnet = await poor.subnet(poorVpc, "10.0.0.0/24");
  await setWallet(poor.api.database, { organizationId: poor.tenant.organizationId, balance: "0", creditLimit: "0" });
  expectError(await poor.post(gateways(poorVpc), { name, subnet_ids: [poorSubnet] }), 402, "insufficient_funds");
  expect((await poor.get(gateways(poorVpc))).body).toEqual([]);
});

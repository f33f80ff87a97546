import { afterAll, beforeAll, expect, test } from "vitest";
import { expectError } from "../expect-error.ts";
import { AMSTERDAM, startNetwork, uniqueName } from "./networking-fixture.ts";

let network: Awaited<ReturnType<typeof startNetwork>>;
beforeAll(async () => {
  network = await startNetwork();
});
afterAll(() => network.close());

const networkOf = async (vmId: string) => (await network.get(`/networking/vms/${vmId}`)).body;

test("200: a VM without network resources has no pending changes", async () => {
  const { vmId } = await network.vm();
  expect(await networkOf(vmId)).toEqual({
    vm_id: vmId,
    vm_type: "cloud",
    nodes: [],
    reserved_ip: null,
    firewall_groups: [],
    port_forwards: [],
    pending_changes: false,
    applied_at: null,
    error_code: null,
    error_message: null,
  });
});

test("200: nodes, reserved IP, firewall groups and port forwards of a VM", async () => {
  const { vmId } = await network.vm({ type: "gpu" });
  const near = await network.vpc("10.81.0.0/24");
  const far = await network.vpc("10.82.0.0/24");
  const [first, second] = [await network.subnet(near, "10.81.0.0/28"), await network.subnet(far, "10.82.0.0/28")];
  const gateway = (
    await network.post(`/networking/vpcs/${near}/nat-gateways`, { name: uniqueName("nat"), subnet_ids: [first] })
  ).body;
  await network.attach(near, { vm_id: vmId, subnet_id: first, connectivity: "nat" });
  const { public_ip_id, address } = (await network.post("/networking/reserved-ips", { site_id: AMSTERDAM })).body;
  await network.attach(far, {
    vm_id: vmId,
    subnet_id: second,
    connectivity: "public_ip",
    reserved_public_ip_id: public_ip_id,
  });
  const forwards = `/networking/vpcs/${near}/nat-gateways/${gateway.nat_gateway_id}/port-forwards`;
  expect(
    (await network.post(forwards, { protocol: "tcp", public_port: 2222, vm_id: vmId, private_port: 22 })).status,
  ).toBe(201);
  const { firewall_group_id } = (await network.post("/networking/firewall-groups", { name: uniqueName("group") })).body;
  await network.post(`/networking/firewall-groups/${firewall_group_id}/instances`, { vm_id: vmId });

  expect(await networkOf(vmId)).toMatchObject({
    vm_type: "gpu",
    nodes: [
      {
        vpc_id: far,
        vpc_name: expect.stringMatching(/^vpc-/),
        subnet_cidr: "10.82.0.0/28",
        connectivity: "public_ip",
        public_ip: address,
      },
      {
        vpc_id: near,
        subnet_name: expect.stringMatching(/^subnet-/),
        subnet_cidr: "10.81.0.0/28",
        connectivity: "nat",
      },
    ],
    reserved_ip: { public_ip_id, attached_vpc_id: far },
    firewall_groups: [{ firewall_group_id, rules: [{ description: "Everything out", system_managed: true }] }],
    port_forwards: [{ public_port: 2222, private_port: 22 }],
    pending_changes: true,
  });
});

test("404 for a VM of another workspace", async () => {
  const { vmId } = await (await network.neighbour()).vm();
  expectError(await network.get(`/networking/vms/${vmId}`), 404, "not_found");
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { expectError } from "../expect-error.ts";
import { startNetwork, TIMESTAMP, uniqueName } from "./networking-fixture.ts";

let network: Awaited<ReturnType<typeof startNetwork>>;
let vpcId: string;
beforeAll(async () => {
  network = await startNetwork();
  vpcId = await network.vpc("10.60.0.0/16");
});
afterAll(() => network.close());

let subnets = 0;
/** Creates a VM in a subnet with its own NAT gateway. */
async function behindGateway() {
  const subnetId = await network.subnet(vpcId, `10.60.${++subnets}.0/24`);
  const gateway = (
    await network.post(`/networking/vpcs/${vpcId}/nat-gateways`, { name: uniqueName("nat"), subnet_ids: [subnetId] })
  ).body;
  const { vmId, name } = await network.vm();
  const node = (await network.attach(vpcId, { vm_id: vmId, subnet_id: subnetId })).body;
  const gatewayPath = `/networking/vpcs/${vpcId}/nat-gateways/${gateway.nat_gateway_id}`;
  return {
    subnetId,
    gatewayId: gateway.nat_gateway_id,
    gatewayPath,
    path: `${gatewayPath}/port-forwards`,
    vmId,
    vmName: name,
    node,
  };
}
const ssh = (vmId: string) => ({ protocol: "tcp", public_port: 2222, vm_id: vmId, private_port: 22 });

test("201 with the whole record; 200 for GET, list and DELETE; 404 afterwards", async () => {
  const { path, vmId, gatewayId, node } = await behindGateway();
  const made = await network.post(path, { ...ssh(vmId), description: "SSH" });
  expect([made.status, made.body]).toEqual([
    201,
    {
      ...{
        port_forward_id: expect.stringMatching(/^fwd_/),
        vpc_id: vpcId,
        nat_gateway_id: gatewayId,
        protocol: "tcp",
        public_port: 2222,
      },
      ...{ vm_id: vmId, private_ip: node.private_ip, private_port: 22, description: "SSH", created_at: TIMESTAMP },
    },
  ]);
  const one = `${path}/${made.body.port_forward_id}`;
  expect((await network.get(one)).body).toEqual(made.body);
  expect((await network.get(path)).body).toEqual([made.body]);
  expect((await network.remove(one)).body).toEqual({ status: "deleted", id: made.body.port_forward_id });
  expectError(await network.remove(one), 404, "not_found");
  expectError(await network.get(one), 404, "not_found");
});

test("409 port_forwarded: a port of a protocol is forwarded once per gateway, also for concurrent requests", async () => {
  const { path, vmId } = await behindGateway();
  const { body } = await network.post(path, ssh(vmId));
  const refused = await network.post(path, { ...ssh(vmId), private_port: 80 });
  expectError(refused, 409, "port_forwarded");
  expect(refused.body.blockers).toEqual([{ type: "port_forward", id: body.port_forward_id, name: "tcp/2222" }]);
  expect((await network.post(path, { ...ssh(vmId), protocol: "udp" })).status).toBe(201);
  const elsewhere = await behindGateway();
  expect((await network.post(elsewhere.path, ssh(elsewhere.vmId))).status).toBe(201);
  const together = await Promise.all(
    Array.from({ length: 8 }, () => network.post(path, { ...ssh(vmId), public_port: 443 })),
  );
  expect(together.map(({ status }) => status).filter((status) => status !== 409)).toEqual([201]);
});

test("409 for a VM behind another gateway or being deleted", async () => {
  const { path } = await behindGateway();
  const elsewhere = await behindGateway();
  const refused = await network.post(path, ssh(elsewhere.vmId));
  expectError(refused, 409, "vm_not_behind_gateway");
  expect(refused.body.blockers).toEqual([{ type: "cloud_vm", id: elsewhere.vmId, name: elsewhere.vmName }]);
  const going = await network.vm({ status: "deleting" });
  expectError(await network.post(path, ssh(going.vmId)), 409, "vm_deleted");
});

test("409 nat_gateway_in_use while it has forwards; forwards end with the node or the VM", async () => {
  const { path, gatewayPath, vmId, node, subnetId } = await behindGateway();
  const { body } = await network.post(path, ssh(vmId));
  const refused = await network.remove(gatewayPath);
  expectError(refused, 409, "nat_gateway_in_use");
  expect(refused.body.blockers).toEqual([{ type: "port_forward", id: body.port_forward_id, name: "tcp/2222" }]);
  await network.remove(`/networking/vpcs/${vpcId}/nodes/${node.allocation_id}`);
  expect((await network.get(path)).body).toEqual([]);

  await network.attach(vpcId, { vm_id: vmId, subnet_id: subnetId });
  await network.post(path, ssh(vmId));
  await network.api.database.prisma.vm.update({
    where: { vm_id: vmId },
    data: { status: "deleted", deleted_at: new Date() },
  });
  expect((await network.get(path)).body).toEqual([]);
  expect((await network.remove(gatewayPath)).status).toBe(200);
});

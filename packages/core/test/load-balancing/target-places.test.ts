import type { LoadBalancer } from "@fulmar/contract";
import { expect, test } from "vitest";
import { networkFixture, SITE } from "../network-fixture.ts";

const fixture = networkFixture();

/** The targets of a load balancer at the provider: address and subnet. */
async function targetsOf(id: string) {
  await fixture.reconcile("apply-load-balancers");
  const [row] = await fixture.query<{ targets: { address: string | null; subnet: object | null }[] }>(
    "SELECT configuration -> 'pools' -> 0 -> 'targets' AS targets FROM simulated.load_balancer WHERE load_balancer_id = $1",
    [id],
  );
  return row?.targets.map(({ address, subnet }) => ({ address, subnet }));
}

function balancer(name: string, place: object, ...targets: readonly object[]) {
  const configuration = {
    pools: [{ name: "web", protocol: "http", targets: targets.map((target) => ({ port: 80, ...target })) }],
  };
  return fixture.send<LoadBalancer>("loadBalancer.create", {}, { name, site_id: SITE, ...place, configuration });
}

test("a VM is reached in the balancer's own subnet, else where it is", async () => {
  const { vpc_id } = await fixture.vpc("shop", "10.20.0.0/16");
  const front = await fixture.subnet(vpc_id, "front", "10.20.1.0/24");
  const back = await fixture.subnet(vpc_id, "back", "10.20.2.0/24");
  const vmId = await fixture.plainVm("web");
  const { load_balancer_id: id } = await balancer("inside", { vpc_id, subnet_id: back.subnet_id }, { vm_id: vmId });
  expect(await targetsOf(id)).toEqual([{ address: null, subnet: null }]);

  const { private_ip: inFront } = await fixture.attach(front, vmId);
  const subnet = { subnetId: front.subnet_id, gateway: "10.20.1.1" };
  expect(await targetsOf(id)).toEqual([{ address: inFront, subnet }]);

  const { allocation_id, private_ip: inBack } = await fixture.attach(back, vmId);
  expect(await targetsOf(id)).toEqual([
    { address: inBack, subnet: { subnetId: back.subnet_id, gateway: "10.20.2.1" } },
  ]);

  await fixture.send("vpcNode.detach", { vpc_id, allocation_id });
  expect(await targetsOf(id)).toEqual([{ address: inFront, subnet }]);
});

test("an address is a target where a subnet of the VPC has it for machines", async () => {
  const { vpc_id } = await fixture.vpc("legacy", "10.21.0.0/16");
  const { subnet_id } = await fixture.subnet(vpc_id, "first", "10.21.1.0/24");
  const unreachable = ["10.21.1.1", "10.21.1.0", "10.21.1.255", "10.21.2.9"].map((ip) => ({ ip }));
  const { load_balancer_id: id } = await balancer(
    "addresses",
    { vpc_id, subnet_id },
    { ip: "10.21.1.9" },
    ...unreachable,
  );
  const nowhere = { address: null, subnet: null };
  const first = { address: "10.21.1.9", subnet: { subnetId: subnet_id, gateway: "10.21.1.1" } };
  expect(await targetsOf(id)).toEqual([first, nowhere, nowhere, nowhere, nowhere]);

  const { subnet_id: second } = await fixture.subnet(vpc_id, "second", "10.21.2.0/24");
  const last = { address: "10.21.2.9", subnet: { subnetId: second, gateway: "10.21.2.1" } };
  expect(await targetsOf(id)).toEqual([first, nowhere, nowhere, nowhere, last]);

  await fixture.send("subnet.delete", { vpc_id, subnet_id: second });
  expect(await targetsOf(id)).toEqual([first, nowhere, nowhere, nowhere, nowhere]);
});

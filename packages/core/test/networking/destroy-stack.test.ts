import type { Acceptance, Volume } from "@fulmar/contract";
import { expect, test } from "vitest";
import { networkFixture, SITE } from "../network-fixture.ts";

/**
 * The deletion of a VPC cannot tell that its subnets will be deleted, so it waits only this long for them: longer than
 * the worker needs for the VMs, even on a busy machine.
 */
const fixture = networkFixture({ FULMAR_DEPENDENTS_WAIT_MS: "60000" });

/** A running VM in a subnet behind a NAT gateway, with a public address, a firewall group and a volume. */
async function vmOf(
  name: string,
  { vpc_id, subnet_id }: { vpc_id: string; subnet_id: string },
  firewall_group_id: string,
) {
  const { public_ip_id: reserved_ip_id } = await fixture.reservedIp();
  const accepted = await fixture.send<Acceptance>(
    "cloudVm.create",
    {},
    {
      ...{ name, plan_id: "plan-nano", template_id: "debian-13", site_id: SITE, vpc_id, subnet_id, reserved_ip_id },
      firewall_group_ids: [firewall_group_id],
    },
  );
  const { volume_id } = await fixture.send<Volume>("volume.create", {}, { name, size_gb: 10, site_id: SITE });
  await fixture.send<Volume>("volume.get", { volume_id }, {}, { wait: 60 });
  await fixture.ended(accepted.operation_id);
  await fixture.send("volume.attach", { volume_id }, { vm_id: accepted.vm_id });
  expect(await fixture.send<Volume>("volume.get", { volume_id }, {}, { wait: 60 })).toMatchObject({ status: "in-use" });
  return { vm_id: accepted.vm_id, reserved_ip_id, volume_id };
}

test("a whole stack is deleted by concurrent requests in any order", async () => {
  const { vpc_id } = await fixture.vpc("stack", "10.1.0.0/16");
  const subnets = [
    await fixture.subnet(vpc_id, "one", "10.1.0.0/24"),
    await fixture.subnet(vpc_id, "two", "10.1.1.0/24"),
  ];
  const gateways = await Promise.all(subnets.map((subnet) => fixture.natGateway(subnet, subnet.name)));
  const { firewall_group_id } = await fixture.firewallGroup("stack");
  fixture.work();
  const vms = await Promise.all(subnets.map((subnet) => vmOf(`vm-${subnet.name}`, subnet, firewall_group_id)));

  const answers = await Promise.all([
    fixture.send<{ status: string }>("vpc.delete", { vpc_id }),
    ...subnets.map(({ subnet_id }) => fixture.send<{ status: string }>("subnet.delete", { vpc_id, subnet_id })),
    ...gateways.map(({ nat_gateway_id }) =>
      fixture.send<{ status: string }>("natGateway.delete", { vpc_id, nat_gateway_id }),
    ),
    fixture.send<{ status: string }>("firewallGroup.delete", { firewall_group_id }),
    ...vms.map(({ reserved_ip_id }) => fixture.send<{ status: string }>("reservedIp.delete", { reserved_ip_id })),
    ...vms.map(({ volume_id }) => fixture.send<{ status: string }>("volume.delete", { volume_id })),
    ...vms.map(({ vm_id }) => fixture.send<{ operation_id: string }>("cloudVm.delete", { vm_id })),
  ]);
  const deleted = answers.filter((answer) => "status" in answer && answer.status === "deleted");
  expect(deleted).toHaveLength(answers.length - vms.length);
  expect(
    await fixture.query(
      "SELECT FROM vpc UNION ALL SELECT FROM subnet UNION ALL SELECT FROM reserved_ip UNION ALL SELECT FROM firewall_group",
    ),
  ).toEqual([]);
});

import { operationsEnded, type Rest, until } from "@fulmar/testkit/stack";
import type { Place } from "./place.ts";

const RANGE = { vpc: "10.200.0.0/16", subnet: "10.200.1.0/24" };

/** A VPC with one subnet, a NAT gateway with port forwards, and a firewall group for its VMs. */
export interface Network {
  readonly name: string;
  readonly vpc_id: string;
  readonly subnet_id: string;
  readonly nat_gateway_id: string;
  readonly reserved_ip_id: string;
  readonly address: string;
  readonly firewall_group_id: string;
}

export async function makeNetwork({ rest, siteId }: Place, name: string): Promise<Network> {
  const { vpc_id } = await rest.ask("vpc.create", { name, site_id: siteId, cidr: RANGE.vpc });
  const { subnet_id } = await rest.ask("subnet.create", { vpc_id, name: "front", cidr: RANGE.subnet });
  const { firewall_group_id } = await rest.ask("firewallGroup.create", { name: `${name}-web` });
  await rest.ask("firewallRule.create", { firewall_group_id, protocol: "icmp" });
  const { public_ip_id: reserved_ip_id, address } = await rest.ask("reservedIp.create", {
    site_id: siteId,
    label: name,
  });
  const { nat_gateway_id } = await rest.ask("natGateway.create", {
    vpc_id,
    name: "door",
    subnet_ids: [subnet_id],
    reserved_ip_id,
  });
  await until(
    "the subnet",
    () => rest.ask("subnet.get", { vpc_id, subnet_id }),
    ({ status }) => status === "available",
  );
  return { name, vpc_id, subnet_id, nat_gateway_id, reserved_ip_id, address, firewall_group_id };
}

/** Creates two running VMs in it. @returns their ids */
export async function makeMachines(
  { rest, small }: Place,
  { name: network, vpc_id, subnet_id, firewall_group_id }: Network,
) {
  const make = (name: string) =>
    rest.ask("cloudVm.create", {
      ...small,
      name,
      vpc_id,
      subnet_id,
      firewall_group_ids: [firewall_group_id],
      tags: [network],
    });
  const [web, db] = await Promise.all([make("web"), make("db")]);
  await operationsEnded(rest, [web, db]);
  return { web: web.vm_id, db: db.vm_id };
}

/** Deletes the VMs, then the network with its port forwards. */
export async function removeAll(rest: Rest, network: Network, vms: readonly string[]): Promise<void> {
  const { vpc_id, subnet_id, nat_gateway_id, reserved_ip_id, firewall_group_id } = network;
  for (const { port_forward_id } of await rest.ask("portForward.list", { vpc_id, nat_gateway_id })) {
    await rest.ask("portForward.delete", { vpc_id, nat_gateway_id, port_forward_id });
  }
  await operationsEnded(rest, await Promise.all(vms.map((vm_id) => rest.ask("cloudVm.delete", { vm_id }))));
  await rest.ask("natGateway.delete", { vpc_id, nat_gateway_id });
  await rest.ask("reservedIp.delete", { reserved_ip_id });
  await rest.ask("firewallGroup.delete", { firewall_group_id });
  await rest.ask("subnet.delete", { vpc_id, subnet_id });
  await rest.ask("vpc.delete", { vpc_id });
}

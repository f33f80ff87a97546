import { partialDeepStrictEqual } from "node:assert/strict";
import type { StackIds } from "./blueprint.ts";
import { type Rest, together } from "./rest.ts";

/** Every record of a stack, each read by its own GET. */
export type StackRecords = Awaited<ReturnType<typeof read>>;

/** Reads a stack at rest. @throws Error when a list differs from the record itself */
export async function read(rest: Rest, ids: StackIds) {
  const [network, machines, web, secrets] = await Promise.all([
    readNetwork(rest, ids),
    readMachines(rest, ids),
    readWeb(rest, ids),
    readSecrets(rest, ids),
  ]);
  return { ...network, ...machines, ...web, ...secrets };
}

async function readNetwork(
  rest: Rest,
  { vpc_id, nat_gateway_id, reserved_ip_id, firewall_group_id, subnets, forwards }: StackIds,
) {
  const [vpc, madeSubnets, gateway, madeForwards, reservedIp, group, nodes, instances] = await Promise.all([
    listed(rest.ask("vpc.get", { vpc_id }), rest.ask("vpc.list", { limit: 1000 }), "vpc_id"),
    together(subnets, (subnet_id) =>
      listed(rest.ask("subnet.get", { vpc_id, subnet_id }), rest.ask("subnet.list", { vpc_id }), "subnet_id"),
    ),
    listed(
      rest.ask("natGateway.get", { vpc_id, nat_gateway_id }),
      rest.ask("natGateway.list", { vpc_id }),
      "nat_gateway_id",
    ),
    together(forwards, (port_forward_id) =>
      listed(
        rest.ask("portForward.get", { vpc_id, nat_gateway_id, port_forward_id }),
        rest.ask("portForward.list", { vpc_id, nat_gateway_id }),
        "port_forward_id",
      ),
    ),
    listed(
      rest.ask("reservedIp.get", { reserved_ip_id }),
      rest.ask("reservedIp.list", { limit: 1000 }),
      "public_ip_id",
    ),
    listed(
      rest.ask("firewallGroup.get", { firewall_group_id }),
      rest.ask("firewallGroup.list", { limit: 1000 }),
      "firewall_group_id",
    ),
    rest.ask("vpcNode.list", { vpc_id }),
    rest.ask("firewallInstance.list", { firewall_group_id }),
  ]);
  return { vpc, subnets: madeSubnets, gateway, forwards: madeForwards, reservedIp, group, nodes, instances };
}

async function readMachines(rest: Rest, { vms, volumes, load_balancer_id, snapshot_set_id }: StackIds) {
  const [machines, disks, balancer, configuration, health, snapshots, policy] = await Promise.all([
    together(vms, (vm_id) => listed(rest.ask("cloudVm.get", { vm_id }), rest.ask("cloudVm.list", {}), "id")),
    together(volumes, (volume_id) =>
      listed(rest.ask("volume.get", { volume_id }), rest.ask("volume.list", { limit: 1000 }), "volume_id"),
    ),
    listed(
      rest.ask("loadBalancer.get", { load_balancer_id }),
      rest.ask("loadBalancer.list", { limit: 1000 }),
      "load_balancer_id",
    ),
    rest.ask("loadBalancerConfiguration.get", { load_balancer_id }),
    rest.ask("loadBalancer.health", { load_balancer_id }),
    rest.ask("snapshot.list", { vm_id: vms.db }),
    rest.ask("backupPolicy.get", { vm_id: vms.db }),
  ]);
  const one = rest.ask("snapshot.get", { vm_id: vms.db, snapshot_set_id });
  const snapshot = await listed(one, Promise.resolve(snapshots.snapshots), "snapshot_set_id");
  return { vms: machines, volumes: disks, balancer, configuration, health, snapshot, policy };
}

async function readWeb(rest: Rest, { bucket_name, access_key_id, distribution_id, purge_id }: StackIds) {
  const [bucket, accessKey, distribution, website, deployment, purge, { custom_domains: domains }] = await Promise.all([
    listed(rest.ask("bucket.get", { bucket_name }), rest.ask("bucket.list", { limit: 1000 }), "name"),
    listed(rest.ask("accessKey.get", { access_key_id }), rest.ask("accessKey.list", { limit: 1000 }), "access_key_id"),
    listed(
      rest.ask("cdnDistribution.get", { distribution_id }),
      rest.ask("cdnDistribution.list", { limit: 1000 }),
      "id",
    ),
    rest.ask("cdnWebsite.get", { distribution_id }),
    rest.ask("cdnDeployment.get", { distribution_id }),
    listed(
      rest.ask("cdnPurge.get", { distribution_id, purge_id }),
      rest.ask("cdnPurge.list", { distribution_id }),
      "purge_id",
    ),
    rest.ask("cdnCustomDomain.list", { distribution_id }),
  ]);
  return { bucket, accessKey, distribution, website, deployment, purge, domains };
}

async function readSecrets(rest: Rest, { store_id, secrets }: StackIds) {
  const [store, held, values] = await Promise.all([
    listed(rest.ask("secretStore.get", { store_id }), rest.ask("secretStore.list", { limit: 1000 }), "id"),
    together(secrets, (secret_id) =>
      listed(rest.ask("secret.get", { store_id, secret_id }), rest.ask("secret.list", { store_id }), "id"),
    ),
    together(secrets, (secret_id) => rest.ask("secret.value", { store_id, secret_id })),
  ]);
  return { store, secrets: held, secretValues: values };
}

/** Returns the record if the list shows it with the same fields. Items of some lists have fewer fields. */
async function listed<Key extends string, Item extends Readonly<Record<Key, unknown>>, One extends Item>(
  asked: Promise<One>,
  list: Promise<readonly Item[]>,
  key: Key,
): Promise<One> {
  const [record, items] = await Promise.all([asked, list]);
  const item = items.find((candidate) => candidate[key] === record[key]);
  if (item === undefined) throw new Error(`the list does not have ${key} ${String(record[key])}`);
  partialDeepStrictEqual(record, item);
  return record;
}

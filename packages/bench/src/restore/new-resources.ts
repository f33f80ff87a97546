import { operationsEnded, type Rest, until } from "@fulmar/testkit/stack";
import { makeMachines, makeNetwork, type Network } from "../machines-in-network.ts";
import type { Place } from "../place.ts";
import type { Product } from "../product.ts";

/** The contents of a database backup. */
export interface Known {
  /** A VM that gets a request while its site is fenced. */
  readonly kept: string;
  /** A VM that is deleted after the backup. */
  readonly gone: string;
  /** A free volume that is attached after the backup. */
  readonly spare: string;
}

/** Resources made after the backup: two VMs in a network, one of them with data, and a snapshot of that. */
export interface NewResources {
  readonly network: Network;
  /** The VM behind the port forward. */
  readonly web: string;
  /** The VM with both volumes and the snapshot. */
  readonly db: string;
  readonly data: string;
  readonly spare: string;
}

const [PUBLIC_PORT, WEB_PORT] = [8080, 80];

export async function makeKnown({ rest, siteId, small }: Place): Promise<Known> {
  const make = async (name: string) => {
    const accepted = await rest.ask("cloudVm.create", { ...small, name });
    await operationsEnded(rest, [accepted]);
    return accepted.vm_id;
  };
  return { kept: await make("kept"), gone: await make("gone"), spare: await makeVolume(rest, siteId, "spare") };
}

export async function makeNewResources(place: Place, { gone, spare }: Known): Promise<NewResources> {
  const { rest, siteId } = place;
  const network = await makeNetwork(place, "after");
  const { web, db } = await makeMachines(place, network);
  const { vpc_id, nat_gateway_id, firewall_group_id } = network;
  await rest.ask("firewallRule.create", {
    firewall_group_id,
    protocol: "tcp",
    port_start: WEB_PORT,
    port_end: WEB_PORT,
  });
  const forward = { protocol: "tcp", public_port: PUBLIC_PORT, private_port: WEB_PORT } as const;
  await rest.ask("portForward.create", { vpc_id, nat_gateway_id, vm_id: web, ...forward });
  const data = await makeVolume(rest, siteId, "data");
  for (const volume_id of [data, spare])
    await operationsEnded(rest, [await rest.ask("cloudVm.attachVolume", { vm_id: db, volume_id })]);
  await operationsEnded(rest, [await rest.ask("cloudVm.delete", { vm_id: gone })]);
  return { network, web, db, data, spare };
}

async function makeVolume(rest: Rest, site_id: string, name: string): Promise<string> {
  const { volume_id } = await rest.ask("volume.create", { name, size_gb: 1, site_id, type: "ssd" });
  await until(
    `the volume ${name}`,
    () => rest.ask("volume.get", { volume_id }),
    ({ status }) => status === "available",
  );
  return volume_id;
}

/** Takes a snapshot of the VM and its volumes. It is the last resource that is made. */
export async function takeSnapshot({ rest }: Place, { web, db }: NewResources): Promise<void> {
  await operationsEnded(rest, [
    await rest.ask("snapshot.create", { vm_id: db, name: "noon", capture_scope: "all_attached" }),
  ]);
  for (const vm_id of [web, db]) {
    await until(
      "the networks of the machines",
      () => rest.ask("vmNetwork.get", { vm_id }),
      ({ pending_changes }) => !pending_changes,
    );
  }
}

/** The expected list of `admin site unknown`: kind and id. */
export async function unknownOf({ rest }: Place, { network, web, db, data }: NewResources): Promise<Set<string>> {
  const { snapshots } = await rest.ask("snapshot.list", { vm_id: db });
  const copies = snapshots.map(({ snapshot_set_id }) => `snapshot ${snapshot_set_id}`);
  return new Set([
    `nat_gateway ${network.nat_gateway_id}`,
    ...copies,
    `subnet ${network.subnet_id}`,
    `vm ${db}`,
    `vm ${web}`,
    `volume ${data}`,
  ]);
}

/**
 * Fields that change with time or with the creating operation, and so are not part of the resource. The size of a copy
 * is also measured again by its site.
 */
function isOfTheMoment(field: string): boolean {
  return ["updated_at", "applied_at", "operation_id", "metadata"].includes(field) || field.endsWith("_bytes");
}

/** The API's answers about them, as JSON. */
export async function answersAbout({ rest }: Place, { network, web, db, data, spare }: NewResources): Promise<string> {
  const { vpc_id, subnet_id, nat_gateway_id, reserved_ip_id, firewall_group_id } = network;
  const answers = await Promise.all([
    ...[web, db].flatMap((vm_id) => [rest.ask("cloudVm.get", { vm_id }), rest.ask("vmNetwork.get", { vm_id })]),
    ...[data, spare].flatMap((volume_id) => [
      rest.ask("volume.get", { volume_id }),
      rest.ask("volumeSnapshot.list", { volume_id }),
    ]),
    rest.ask("snapshot.list", { vm_id: db }),
    rest.ask("vpc.get", { vpc_id }),
    rest.ask("vpcNode.list", { vpc_id }),
    rest.ask("subnet.get", { vpc_id, subnet_id }),
    rest.ask("natGateway.get", { vpc_id, nat_gateway_id }),
    rest.ask("portForward.list", { vpc_id, nat_gateway_id }),
    rest.ask("reservedIp.get", { reserved_ip_id }),
    rest.ask("firewallGroup.get", { firewall_group_id }),
  ]);
  return JSON.stringify(answers, (key, value: unknown) => (isOfTheMoment(key) ? undefined : value), 2);
}

/** The present charges for them. */
export async function chargesFor(
  { database }: Product,
  { web, db, data, spare, network }: NewResources,
): Promise<unknown[]> {
  const { rows } = await database.pool.query<Record<string, unknown>>(
    `SELECT resource_type, resource_id, sku_code, quantity FROM charge
      WHERE charged_until IS NULL AND resource_id = ANY ($1)
      ORDER BY resource_type, resource_id, sku_code`,
    [[web, db, data, spare, network.nat_gateway_id, network.reserved_ip_id]],
  );
  return rows;
}

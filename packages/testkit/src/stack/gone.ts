import type { StackIds } from "./create.ts";
import type { Rest } from "./rest.ts";

/** @throws Error that names what can still be found of a stack that was destroyed, by its id or in a list */
export async function requireGone(rest: Rest, ids: StackIds): Promise<void> {
  const [found, listed] = await Promise.all([stillFound(rest, ids), stillListed(rest, ids)]);
  if (found.length + listed.length > 0)
    throw new Error(`found by id: ${found.join(", ")}; in lists: ${listed.join(", ")}`);
  for (const vm_id of Object.values(ids.vms)) {
    const { status } = await rest.ask("cloudVm.get", { vm_id });
    if (status !== "deleted") throw new Error(`the VM ${vm_id} is ${status}`);
  }
}

async function stillFound(rest: Rest, ids: StackIds): Promise<string[]> {
  const {
    vpc_id,
    nat_gateway_id,
    reserved_ip_id,
    firewall_group_id,
    load_balancer_id,
    bucket_name,
    access_key_id,
    distribution_id,
    store_id,
  } = ids;
  const statuses = {
    vpc: rest.status("vpc.get", { vpc_id }),
    front: rest.status("subnet.get", { vpc_id, subnet_id: ids.subnets.front }),
    back: rest.status("subnet.get", { vpc_id, subnet_id: ids.subnets.back }),
    gateway: rest.status("natGateway.get", { vpc_id, nat_gateway_id }),
    reservedIp: rest.status("reservedIp.get", { reserved_ip_id }),
    group: rest.status("firewallGroup.get", { firewall_group_id }),
    balancer: rest.status("loadBalancer.get", { load_balancer_id }),
    bucket: rest.status("bucket.get", { bucket_name }),
    accessKey: rest.status("accessKey.get", { access_key_id }),
    distribution: rest.status("cdnDistribution.get", { distribution_id }),
    store: rest.status("secretStore.get", { store_id }),
    certificate: rest.status("secret.get", { store_id, secret_id: ids.secrets.certificate }),
    password: rest.status("secret.get", { store_id, secret_id: ids.secrets.password }),
    snapshot: rest.status("snapshot.get", { vm_id: ids.vms.db, snapshot_set_id: ids.snapshot_set_id }),
    webVolume: rest.status("volume.get", { volume_id: ids.volumes.web }),
    apiVolume: rest.status("volume.get", { volume_id: ids.volumes.api }),
    dbVolume: rest.status("volume.get", { volume_id: ids.volumes.db }),
  };
  const answered = await Promise.all(
    Object.entries(statuses).map(async ([what, status]) => ({ what, status: await status })),
  );
  return answered.filter(({ status }) => status !== 404).map(({ what, status }) => `${what} (${status})`);
}

async function stillListed(rest: Rest, ids: StackIds): Promise<string[]> {
  const lists = await Promise.all([
    rest.ask("vpc.list", { limit: 1000 }),
    rest.ask("reservedIp.list", { limit: 1000 }),
    rest.ask("firewallGroup.list", { limit: 1000 }),
    rest.ask("loadBalancer.list", { limit: 1000 }),
    rest.ask("bucket.list", { limit: 1000 }),
    rest.ask("accessKey.list", { limit: 1000 }),
    rest.ask("cdnDistribution.list", { limit: 1000 }),
    rest.ask("secretStore.list", { limit: 1000 }),
    rest.ask("cloudVm.list", {}),
    rest.ask("volume.list", { limit: 1000 }),
  ]);
  const text = JSON.stringify(lists);
  const all = Object.values(ids).flatMap((value) =>
    typeof value === "string" ? [value] : Object.values<string>(value),
  );
  return all.filter((id) => text.includes(JSON.stringify(id)));
}

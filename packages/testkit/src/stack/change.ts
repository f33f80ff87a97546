import type { Blueprint, StackIds } from "./blueprint.ts";
import { configurationOf } from "./blueprint.ts";
import { type Rest, together } from "./rest.ts";
import { operationsEnded } from "./settle.ts";

/**
 * Changes a stack into another of the same parts, by requests that are sent at once. Nothing waits between releasing
 * something and requesting it elsewhere: a volume is attached to another VM while it is being detached, and a port is
 * forwarded again while its old forward is being removed.
 */
export async function change(rest: Rest, ids: StackIds, next: Blueprint): Promise<StackIds> {
  const [sql, resized] = await Promise.all([
    replaceForward(rest, ids, next),
    rest.ask("cloudVm.resizePlan", { vm_id: ids.vms.web, plan_id: next.vms.web.body.plan_id }),
    moveVolume(rest, ids, next),
    changeNetwork(rest, ids, next),
    changeMachines(rest, ids, next),
    changeWeb(rest, ids, next),
    changeSecrets(rest, ids, next),
  ]);
  await operationsEnded(rest, [resized]);
  return { ...ids, forwards: { ...ids.forwards, sql } };
}

async function replaceForward(
  rest: Rest,
  { vpc_id, nat_gateway_id, forwards, vms }: StackIds,
  next: Blueprint,
): Promise<string> {
  const { vm, ...ports } = next.forwards.sql;
  await rest.ask("portForward.delete", { vpc_id, nat_gateway_id, port_forward_id: forwards.sql });
  const made = await rest.ask("portForward.create", { vpc_id, nat_gateway_id, vm_id: vms[vm], ...ports });
  return made.port_forward_id;
}

async function moveVolume(rest: Rest, { volumes, vms }: StackIds, next: Blueprint): Promise<void> {
  await rest.ask("volume.detach", { volume_id: volumes.db });
  await rest.ask("volume.attach", { volume_id: volumes.db, vm_id: vms[next.volumes.db.vm] });
}

async function changeNetwork(
  rest: Rest,
  { vpc_id, subnets, nat_gateway_id, reserved_ip_id, firewall_group_id, vms }: StackIds,
  next: Blueprint,
): Promise<void> {
  await Promise.all([
    rest.ask("vpc.update", { vpc_id, description: next.vpc.description }),
    together(subnets, (subnet_id, key) =>
      rest.ask("subnet.update", { vpc_id, subnet_id, name: next.subnets[key].name }),
    ),
    rest.ask("natGateway.update", { vpc_id, nat_gateway_id, ...next.gateway }),
    rest.ask("reservedIp.move", { reserved_ip_id, vm_id: vms[next.reservedIp.vm] }),
    rest.ask("firewallRule.replace", { firewall_group_id, rules: next.rules }),
  ]);
}

async function changeMachines(
  rest: Rest,
  { vms, volumes, load_balancer_id, store_id, secrets }: StackIds,
  next: Blueprint,
): Promise<void> {
  const configuration = configurationOf(next, vms, { store_id, secret_id: secrets.certificate });
  await Promise.all([
    together(vms, (vm_id, key) => rest.ask("cloudVm.update", { vm_id, tags: next.vms[key].body.tags })),
    rest.ask("volume.resize", { volume_id: volumes.api, size_gb: next.volumes.api.body.size_gb }),
    rest.ask("loadBalancer.update", { load_balancer_id, tags: next.balancer.tags }),
    rest.ask("loadBalancerConfiguration.put", { load_balancer_id, ...configuration }),
    rest.ask("backupPolicy.update", { vm_id: vms.db, ...next.backups }),
  ]);
}

async function changeWeb(rest: Rest, { bucket_name, distribution_id }: StackIds, next: Blueprint): Promise<void> {
  await Promise.all([
    rest.ask("bucket.update", { bucket_name, is_public: next.bucket.is_public === true }),
    rest.ask("cdnDistribution.update", { distribution_id, cache_policy: next.distribution.cache_policy }),
    rest.ask("cdnWebsite.put", { distribution_id, ...next.website }),
  ]);
}

/** Adds secret versions. A new version of the certificate is rolled out automatically. */
async function changeSecrets(rest: Rest, { store_id, secrets }: StackIds, next: Blueprint): Promise<void> {
  await together(secrets, (secret_id, key) => {
    const { value, version } = next.secrets[key];
    return rest.ask("secretVersion.create", { store_id, secret_id, value, if_version: version - 1 });
  });
}

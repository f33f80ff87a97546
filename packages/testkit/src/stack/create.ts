import { type Blueprint, configurationOf, type StackIds } from "./blueprint.ts";
import { type Rest, together } from "./rest.ts";
import { operationsEnded, volumesAtRest } from "./settle.ts";

/** Creates a stack in four rounds. The requests of a round are independent and sent at once. */
export async function create(rest: Rest, blueprint: Blueprint): Promise<StackIds> {
  const alone = await whatNeedsNothing(rest, blueprint);
  const inside = await whatIsInside(rest, blueprint, alone);
  const machines = await whatIsAttached(rest, blueprint, { ...alone, ...inside });
  const last = await whatNeedsMachines(rest, blueprint, { ...alone, ...inside, ...machines });
  return { ...alone, ...inside, ...machines, ...last };
}

async function whatNeedsNothing(rest: Rest, { vpc, reservedIp, group, volumes, bucket, store }: Blueprint) {
  const [
    { vpc_id },
    { public_ip_id: reserved_ip_id },
    { firewall_group_id },
    { name: bucket_name },
    { id: store_id },
    made,
  ] = await Promise.all([
    rest.ask("vpc.create", vpc),
    rest.ask("reservedIp.create", reservedIp.body),
    rest.ask("firewallGroup.create", group),
    rest.ask("bucket.create", bucket),
    rest.ask("secretStore.create", store),
    together(volumes, async ({ body }) => (await rest.ask("volume.create", body)).volume_id),
  ]);
  return { vpc_id, reserved_ip_id, firewall_group_id, bucket_name, store_id, volumes: made };
}

type Alone = Awaited<ReturnType<typeof whatNeedsNothing>>;

async function whatIsInside(
  rest: Rest,
  blueprint: Blueprint,
  { vpc_id, firewall_group_id, bucket_name, store_id, volumes }: Alone,
) {
  const { subnets, rules, distribution, accessKey, secrets } = blueprint;
  const [madeSubnets, { id: distribution_id }, { access_key_id }, madeSecrets] = await Promise.all([
    together(subnets, async (body) => (await rest.ask("subnet.create", { vpc_id, ...body })).subnet_id),
    rest.ask("cdnDistribution.create", { origin_id: bucket_name, ...distribution }),
    rest.ask("accessKey.create", { ...accessKey, bucket_names: [bucket_name] }),
    together(secrets, async ({ key, value }) => (await rest.ask("secret.create", { store_id, key, value })).id),
    rest.ask("firewallRule.replace", { firewall_group_id, rules }),
    volumesAtRest(rest, volumes),
  ]);
  return { subnets: madeSubnets, distribution_id, access_key_id, secrets: madeSecrets };
}

type Inside = Alone & Awaited<ReturnType<typeof whatIsInside>>;

async function whatIsAttached(
  rest: Rest,
  { vms, volumes, gateway, reservedIp, website, domain }: Blueprint,
  ids: Inside,
) {
  const { vpc_id, distribution_id, firewall_group_id } = ids;
  const [accepted, { nat_gateway_id }, { purge_id }] = await Promise.all([
    together(vms, ({ subnet, body }, key) =>
      rest.ask("cloudVm.create", {
        ...body,
        ...{ vpc_id, subnet_id: ids.subnets[subnet], firewall_group_ids: [firewall_group_id] },
        ...(reservedIp.vm === key && { reserved_ip_id: ids.reserved_ip_id }),
        volume_ids: volumes[key].vm === key ? [ids.volumes[key]] : [],
      }),
    ),
    rest.ask("natGateway.create", { vpc_id, ...gateway, subnet_ids: Object.values(ids.subnets) }),
    rest.ask("cdnPurge.create", { distribution_id, paths: ["/index.html", "/pictures/*"] }),
    rest.ask("cdnWebsite.put", { distribution_id, ...website }),
    rest.ask("cdnCustomDomain.create", { distribution_id, domain }),
  ]);
  await operationsEnded(rest, Object.values(accepted));
  return { vms: await together(accepted, async ({ vm_id }) => vm_id), nat_gateway_id, purge_id };
}

type Machines = Inside & Awaited<ReturnType<typeof whatIsAttached>>;

async function whatNeedsMachines(rest: Rest, blueprint: Blueprint, ids: Machines) {
  const { vpc_id, nat_gateway_id, vms, store_id } = ids;
  const { balancer, forwards, snapshot, backups } = blueprint;
  const configuration = configurationOf(blueprint, vms, { store_id, secret_id: ids.secrets.certificate });
  const vm_id = vms.db;
  const [{ load_balancer_id }, made, accepted] = await Promise.all([
    rest.ask("loadBalancer.create", { ...balancer, vpc_id, subnet_id: ids.subnets.front, configuration }),
    together(
      forwards,
      async ({ vm, ...ports }) =>
        (await rest.ask("portForward.create", { vpc_id, nat_gateway_id, vm_id: vms[vm], ...ports })).port_forward_id,
    ),
    rest.ask("snapshot.create", { vm_id, name: snapshot.name }),
    rest.ask("backupPolicy.enable", { vm_id, ...backups }),
  ]);
  await operationsEnded(rest, [accepted]);
  const { snapshots } = await rest.ask("snapshot.list", { vm_id, search: snapshot.name });
  const [taken] = snapshots;
  if (taken === undefined) throw new Error("the snapshot that was taken is not in the list");
  return { load_balancer_id, forwards: made, snapshot_set_id: taken.snapshot_set_id };
}

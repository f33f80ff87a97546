import { selfSignedCertificate } from "@fulmar/testkit";
import { type ExampleFixture, SITE } from "../examples/example-fixture.ts";
import { bucket } from "../examples/object-storage.ts";

/** An edge as a test states it: the type and the id of both ends, and the relation between them. */
export type Stated = readonly [from: Named, relation: string, to: Named];
export type Named = readonly [type: string, id: string];

/** Makes a workspace in which every relation between resources exists once, through the API where it offers that. */
export async function makeGraphWorld(fixture: ExampleFixture) {
  const { pool } = fixture.api.database;
  const name = () => fixture.name();

  const vm_id = await fixture.vm();
  const vm = ["cloud_vm", vm_id] as const;
  const volumeId = await fixture.attachedVolume(vm_id);
  const volume = ["volume", volumeId] as const;
  await fixture.make("volumeSnapshot.create", { params: { volume_id: volumeId }, body: { name: name() } });
  const volumeSnapshot = [
    "volume_snapshot",
    await idOf("volume_snapshot", "snapshot_id", "volume_id", volumeId),
  ] as const;

  await fixture.make("backupPolicy.enable", { params: { vm_id } });
  const policyId = await idOf("backup_policy", "policy_id", "vm_id", vm_id);
  const policy = ["backup_policy", policyId] as const;
  const full = await capture("backup");
  const incremental = await capture("backup");
  await pool.query("UPDATE backup SET policy_id = $2, parent_backup_id = $3 WHERE backup_id = $1", [
    ...[incremental[1], policyId, full[1]],
  ]);
  const snapshot = await capture("snapshot");
  const imaged = await fixture.make("image.create", { body: { name: name(), vm_id } });
  await fixture.settle(imaged.operation_id, vm_id, "running");

  const { placement_group_id } = await fixture.make("placementGroup.create", { body: { name: name() } });
  const { vm_group_id } = await fixture.make("vmGroup.create", {
    body: {
      ...{ name: name(), desired_count: 0, plan_id: "plan-nano", template_id: "debian-13", site_id: SITE },
      placement_group_id,
    },
  });
  await pool.query("UPDATE vm SET placement_group_id = $2 WHERE vm_id = $1", [vm_id, placement_group_id]);
  const vmGroup = ["vm_group", vm_group_id] as const;
  await pool.query(
    `INSERT INTO vm_group_member (workspace_id, vm_group_id, number, generation, vm_id)
     SELECT workspace_id, vm_group_id, 1, 1, $2 FROM vm_group WHERE vm_group_id = $1`,
    [vm_group_id, vm_id],
  );

  const { vpc_id } = await fixture.make("vpc.create", { body: { name: name(), site_id: SITE, cidr: "10.9.0.0/24" } });
  const { subnet_id } = await fixture.make("subnet.create", {
    ...{ params: { vpc_id }, body: { name: name(), cidr: "10.9.0.0/24" } },
  });
  const reserved = async () =>
    (await fixture.make("reservedIp.create", { body: { site_id: SITE, label: name() } })).public_ip_id;
  const gatewayIp = await reserved();
  const { nat_gateway_id } = await fixture.make("natGateway.create", {
    ...{ params: { vpc_id }, body: { name: name(), subnet_ids: [subnet_id], reserved_ip_id: gatewayIp } },
  });
  const { allocation_id } = await fixture.make("vpcNode.attach", {
    params: { vpc_id },
    body: { vm_id, subnet_id, connectivity: "nat" },
  });
  const { port_forward_id } = await fixture.make("portForward.create", {
    params: { vpc_id, nat_gateway_id },
    body: { protocol: "tcp", public_port: 2222, vm_id, private_port: 22 },
  });
  const [vpc, subnet, node] = [
    ["vpc", vpc_id],
    ["subnet", subnet_id],
    ["vpc_node", allocation_id],
  ] as const;
  const [gateway, forward] = [
    ["nat_gateway", nat_gateway_id],
    ["port_forward", port_forward_id],
  ] as const;

  const other = { name: name(), site_id: SITE, cidr: "10.9.1.0/24" };
  const { vpc_id: peer_vpc_id } = await fixture.make("vpc.create", { body: other });
  const { vpc_peering_id } = await fixture.make("vpcPeering.create", { body: { name: name(), vpc_id, peer_vpc_id } });
  const [peering, peer] = [
    ["vpc_peering", vpc_peering_id],
    ["vpc", peer_vpc_id],
  ] as const;

  const publicVmId = await fixture.vm();
  const publicVm = ["cloud_vm", publicVmId] as const;
  const vmIp = await reserved();
  await fixture.make("reservedIp.attach", { params: { reserved_ip_id: vmIp }, body: { vm_id: publicVmId } });

  const { firewall_group_id } = await fixture.make("firewallGroup.create", { body: { name: name() } });
  const { rule_id } = await fixture.make("firewallRule.create", {
    ...{ params: { firewall_group_id }, body: { port_start: 443 } },
  });
  const named = await fixture.make("firewallGroup.create", { body: { name: name() } });
  await fixture.make("firewallRule.replace", {
    params: { firewall_group_id: named.firewall_group_id },
    body: { rules: [{ remote_group_id: firewall_group_id }, { remote_group_id: named.firewall_group_id }] },
  });
  await fixture.make("firewallInstance.link", { params: { firewall_group_id }, body: { vm_id } });
  await fixture.make("subnet.update", {
    params: { vpc_id, subnet_id },
    body: { firewall_group_ids: [firewall_group_id] },
  });
  const [group, naming, rule] = [
    ["firewall_group", firewall_group_id],
    ["firewall_group", named.firewall_group_id],
    ["firewall_rule", rule_id],
  ] as const;

  const { id: store_id } = await fixture.make("secretStore.create", { body: { name: name() } });
  const { certificatePem, privateKeyPem } = selfSignedCertificate("www.example.com");
  const { id: secret_id } = await fixture.make("secret.create", {
    ...{ params: { store_id }, body: { key: "certificate", value: certificatePem + privateKeyPem } },
  });
  const [store, secret] = [
    ["secret_store", store_id],
    ["secret", secret_id],
  ] as const;

  const balancerIp = await reserved();
  const { load_balancer_id } = await fixture.make("loadBalancer.create", {
    body: { name: name(), site_id: SITE, vpc_id, subnet_id, reserved_ip_id: balancerIp },
  });
  const balancer = ["load_balancer", load_balancer_id] as const;
  const poolOf = async (targets: { vm_id: string; port: number }[]) =>
    await fixture.make("loadBalancerPool.create", {
      ...{ params: { load_balancer_id }, body: { name: name(), protocol: "http", targets } },
    });
  const web = await poolOf([{ vm_id, port: 8080 }]);
  const api = await poolOf([]);
  const { listener_id } = await fixture.make("loadBalancerListener.create", {
    params: { load_balancer_id },
    body: {
      ...{ name: "https", protocol: "https", port: 443, certificate: { store_id, secret_id } },
      default_pool_id: web.pool_id,
      rules: [{ path: { match: "prefix", value: "/api" }, pool_id: api.pool_id }],
    },
  });
  const [webPool, apiPool] = [
    ["load_balancer_pool", web.pool_id],
    ["load_balancer_pool", api.pool_id],
  ] as const;
  const target = ["load_balancer_target", web.targets[0]?.target_id ?? ""] as const;
  const listener = ["load_balancer_listener", listener_id] as const;

  const { zone_id } = await fixture.make("dnsZone.create", { body: { name: `${name()}.example.com` } });
  const following = async (followed: object): Promise<readonly ["dns_record_set", string]> => {
    const body = { name: name(), type: "A" as const, values: [], ...followed };
    const { record_set_id } = await fixture.make("dnsRecordSet.set", { params: { zone_id }, body });
    return ["dns_record_set", record_set_id];
  };

  const bucketName = await bucket(fixture);
  const served = ["bucket", bucketName] as const;
  const { access_key_id } = await fixture.make("accessKey.create", {
    body: { name: name(), permission: "read", bucket_names: [bucketName] },
  });
  const distributionOf = async (): Promise<readonly ["cdn_distribution", string]> => {
    const { id } = await fixture.make("cdnDistribution.create", { body: { name: name(), origin_id: bucketName } });
    return ["cdn_distribution", id];
  };
  const distribution = await distributionOf();
  const domain = ["cdn_custom_domain", `${name()}.example.com`] as const;
  await fixture.make("cdnCustomDomain.create", {
    ...{ params: { distribution_id: distribution[1] }, body: { domain: domain[1] } },
  });
  const [ofVm, ofBalancer] = [await distributionOf(), await distributionOf()];
  await serveFrom(ofVm[1], vmIp);
  await serveFrom(ofBalancer[1], balancerIp);

  const edges: readonly Stated[] = [
    [vm, "attached", volume],
    [volumeSnapshot, "copy_of", volume],
    [snapshot, "copy_of", vm],
    [["vm_image", imaged.image_id], "copy_of", vm],
    [full, "copy_of", vm],
    [incremental, "increment_of", full],
    [incremental, "made_by", policy],
    [policy, "part_of", vm],
    [peering, "in", vpc],
    [vpc, "peered_with", peer],
    [vm, "part_of", vmGroup],
    [vm, "part_of", ["placement_group", placement_group_id]],
    [vmGroup, "part_of", ["placement_group", placement_group_id]],
    [vm, "connected_by", node],
    [node, "in", subnet],
    [node, "routes_through", gateway],
    [subnet, "in", vpc],
    [gateway, "in", vpc],
    [gateway, "serves", subnet],
    [forward, "part_of", gateway],
    [forward, "forwards_to", node],
    [forward, "forwards_to", vm],
    [publicVm, "addressed_by", ["reserved_ip", vmIp]],
    [gateway, "addressed_by", ["reserved_ip", gatewayIp]],
    [balancer, "addressed_by", ["reserved_ip", balancerIp]],
    [await following({ vm_id: publicVmId }), "follows", publicVm],
    [await following({ load_balancer_id }), "follows", balancer],
    [await following({ reserved_ip_id: vmIp }), "follows", ["reserved_ip", vmIp]],
    [vm, "protected_by", group],
    [subnet, "protected_by", group],
    [rule, "part_of", group],
    [naming, "names", group],
    [balancer, "in", subnet],
    [balancer, "sends_to", vm],
    [balancer, "certificate", secret],
    [webPool, "part_of", balancer],
    [target, "part_of", webPool],
    [listener, "part_of", balancer],
    [listener, "sends_to", webPool],
    [listener, "sends_to", apiPool],
    [distribution, "origin", served],
    [ofVm, "origin", ["reserved_ip", vmIp]],
    [ofVm, "origin", publicVm],
    [ofBalancer, "origin", balancer],
    [domain, "part_of", distribution],
    [["access_key", access_key_id], "access_to", served],
    [secret, "part_of", store],
  ];
  return {
    edges,
    vm,
    publicVm,
    volume,
    vpc,
    peer,
    subnet,
    balancer,
    served,
    gateway,
    distribution,
    secret,
    store,
    group,
  };

  async function idOf(table: string, id: string, by: string, value: string): Promise<string> {
    const { rows } = await pool.query<{ id: string }>(`SELECT ${id} AS id FROM ${table} WHERE ${by} = $1`, [value]);
    return rows[0]?.id ?? "";
  }

  /** A recovery point in the state that a worker leaves. */
  async function capture<Type extends "backup" | "snapshot">(type: Type): Promise<readonly [Type, string]> {
    const { operation_id } =
      type === "backup"
        ? await fixture.make("backup.create", { params: { vm_id } })
        : await fixture.make("snapshot.create", { params: { vm_id }, body: { name: name() } });
    await fixture.settle(operation_id, vm_id, "running");
    const [table, id] = type === "backup" ? ["backup", "backup_id"] : ["snapshot_set", "snapshot_set_id"];
    const ended = type === "backup" ? ", finished_at = now()" : "";
    const { rows } = await pool.query<{ id: string }>(
      `UPDATE ${table} SET status = 'succeeded'${ended} WHERE operation_id = $1 RETURNING ${id} AS id`,
      [operation_id],
    );
    return [type, rows[0]?.id ?? ""];
  }

  /** The API refuses origins with the addresses of a test's site, which are not public ones. */
  async function serveFrom(distributionId: string, publicIpId: string): Promise<void> {
    await pool.query(
      `UPDATE cdn_distribution SET origin_type = 'custom', origin_bucket_id = NULL,
              origin_id = (SELECT 'https://' || host(address) || ':8443' FROM public_address WHERE public_ip_id = $2)
        WHERE distribution_id = $1`,
      [distributionId, publicIpId],
    );
  }
}

import { type Api, expect, uniqueName } from "./fixtures.ts";
import { productUnderTest } from "./product.ts";
import { availableVolume, made, newSubnet, runningGpuVm, runningVm, SITE, settled } from "./vm.ts";

/** Values for the parameters of the console's routes: `workspaceId`, `vmId` and so on. */
export type Places = Readonly<Record<string, string>>;

/**
 * Creates one resource of each type that has a page, with something in each of its tabs.
 * @returns the parameters of the pages' routes. `vmId` is a cloud VM's, `gpuVmId` a GPU VM's
 */
export async function oneOfEach(api: Api): Promise<Places> {
  const name = uniqueName("each");
  const { vpc_id, subnet_id } = await newSubnet(api, name);
  const [vmId, gpuVmId, volumeId] = await Promise.all([
    runningVm(api, name, { vpc_id, subnet_id }),
    runningGpuVm(api, name),
    availableVolume(api, name),
  ]);
  await made(api, `/compute/cloud-vms/${vmId}/snapshots`, { name });
  await settled(api, vmId);
  await made(api, `/compute/cloud-vms/${vmId}/backups`, {});
  await made(api, `/block-storage/volumes/${volumeId}/snapshots`, { name });
  const { nat_gateway_id } = await made(api, `/networking/vpcs/${vpc_id}/nat-gateways`, {
    name,
    subnet_ids: [subnet_id],
  });
  await made(api, `/networking/vpcs/${vpc_id}/nat-gateways/${nat_gateway_id}/port-forwards`, {
    ...{ protocol: "tcp", public_port: 8080, vm_id: vmId, private_port: 80 },
  });
  const peer = await made(api, "/networking/vpcs", { name: `${name}-peer`, site_id: SITE, cidr: "172.29.0.0/24" });
  await made(api, "/networking/vpc-peerings", { name, vpc_id, peer_vpc_id: peer.vpc_id });
  const { ssh_key_id } = await made(api, "/compute/ssh-keys", { name, public_key: PUBLIC_KEY });
  const script = await made(api, "/compute/startup-scripts", { name, content: "#!/bin/sh\n" });
  const ip = await made(api, "/networking/reserved-ips", { site_id: SITE, label: name });
  const { firewall_group_id } = await made(api, "/networking/firewall-groups", { name });
  await made(api, `/networking/firewall-groups/${firewall_group_id}/rules`, { port_start: 443 });
  await made(api, `/networking/firewall-groups/${firewall_group_id}/instances`, { vm_id: vmId });
  const { load_balancer_id } = await made(api, "/load-balancers", {
    ...{ name, site_id: SITE, vpc_id, subnet_id },
    configuration: {
      pools: [{ name: "web", protocol: "http", targets: [{ ip: "10.20.0.9", port: 80 }] }],
      listeners: [{ name: "in", protocol: "http", port: 80, default_pool: "web" }],
    },
  });
  await made(api, "/object-storage/buckets", { name, region: "eu-central-1" });
  await putObject(api, name);
  const { access_key_id, secret_access_key } = await made(api, "/object-storage/access-keys", {
    ...{ name, permission: "read_write" },
  });
  const { destination_id } = await made(api, "/compute/backup-destinations", {
    ...{
      name,
      endpoint: `http://127.0.0.1:${productUnderTest().objectStorePort}`,
      region: "eu-central-1",
      bucket: name,
    },
    ...{ access_key: access_key_id, secret_key: secret_access_key },
  });
  const distribution = await made(api, "/cdn/distributions", { name, origin_id: name });
  const zone = await made(api, "/dns/zones", { name: `${name}.test` });
  await api.send("PUT", `/dns/zones/${zone.zone_id}/records`, { data: { name: "www", type: "TXT", values: [name] } });
  const store = await made(api, "/secret-store/stores", { name });
  const secret = await made(api, `/secret-store/stores/${store.id}/secrets`, { key: name, value: SECRET_VALUE });
  const webhook = await made(api, "/webhooks", {
    name,
    url: "https://hooks.example.com/fulmar",
    event_types: ["webhook.*"],
  });
  const delivery = await made(api, `/webhooks/${webhook.webhook_id}/test`, {});
  const rule = await made(api, "/alert-rules", { name, metric: "vm_cpu_percent", threshold: 99, resource_ids: [vmId] });
  const guarded = await made(api, "/tokens", {
    ...{ name, scopes: ["vm.write"], workspace_policy: "entire_organization", workspace_ids: [], expires_at: null },
    guard: "approve_all",
  });
  const asking = await api.send("POST", "/compute/ssh-keys", {
    token: guarded.token,
    data: { name: `${name}-2`, public_key: PUBLIC_KEY },
  });
  const { approval_id } = await asking.json();
  const operations = await (await api.send("GET", `/compute/cloud-vms/${vmId}/operations`)).json();
  return {
    ...{ vmId, gpuVmId, volumeId, vpcId: vpc_id, reservedIpId: ip.public_ip_id, firewallGroupId: firewall_group_id },
    ...{ loadBalancerId: load_balancer_id, bucketName: name, accessKeyId: access_key_id, sshKeyId: ssh_key_id },
    destinationId: destination_id,
    startupScriptId: script.startup_script_id,
    ...{ distributionId: distribution.id, zoneId: zone.zone_id, storeId: store.id, secretId: secret.id, id: vmId },
    ...{ webhookId: webhook.webhook_id, deliveryId: delivery.delivery_id },
    alertRuleId: rule.alert_rule_id,
    approvalId: approval_id,
    operationId: operations[0].operation_id,
  };
}

const PUBLIC_KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBMNqVbjleVAwAeYCxdQ3VG53kry0VxdCSET4wnwPHMZ ada@example.com";

/** The value of the one secret. No page may show it unasked. */
export const SECRET_VALUE = "the-value-of-a-secret";

async function putObject(api: Api, bucket: string): Promise<void> {
  const { url, headers } = await made(api, `/object-storage/buckets/${bucket}/upload-urls`, {
    ...{ object_key: "hello.txt", content_type: "text/plain" },
  });
  expect((await fetch(url, { method: "PUT", headers, body: "hello" })).status).toBe(200);
}

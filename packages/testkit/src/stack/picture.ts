import { box, branch, columns, mark } from "./boxes.ts";
import type { StackRecords } from "./read.ts";

const WIDTH = 100;

/**
 * Draws a stack as text, at most 40 lines of 100 columns: the balancer, the network with its VMs, and everything else.
 */
export function picture(records: StackRecords): string {
  const { balancer, vpc, bucket, store } = records;
  return [
    ...box(`${balancer.name} · load balancer · ${balancer.status}`, balancerLines(records), WIDTH),
    `${" ".repeat(8)}▼`,
    ...box(`${vpc.name} · VPC ${vpc.cidr} · ${vpc.site_id}`, networkLines(records, WIDTH - 4), WIDTH),
    ...box(`${bucket.name} · bucket · ${bucket.is_public ? "public" : "private"}`, bucketLines(records), WIDTH),
    ...box(`${store.name} · secret store · ${store.status}`, secretLines(records), WIDTH),
    "",
  ].join("\n");
}

/** Secrets by name only. */
function secretLines({ secrets }: StackRecords): string[] {
  const names = Object.values(secrets).map(({ key, version }) => `⚿ ${key} v${version}`);
  return [names.join("   ")];
}

type Listener = StackRecords["configuration"]["listeners"][number];

/** The address and ports of a balancer, their destinations, and the health of its targets. */
function balancerLines(records: StackRecords): string[] {
  const { balancer, configuration } = records;
  const ways = configuration.listeners.flatMap(waysOf);
  const listeners = ways.map(([port, way], index) =>
    columns([15, 14, 60], [index === 0 ? (balancer.public_ip ?? "no address") : "", port, way]),
  );
  return [...listeners, ...poolLines(records)];
}

/** The routes of a listener, with the port before the first. */
function waysOf({ protocol, port, certificate, default_pool, rules }: Listener): (readonly [string, string])[] {
  const ways = rules.map(({ path, pool, redirect }) => {
    const end = pool === null ? `redirect ${redirect?.status ?? ""}` : `pool ${pool}`;
    return `${path?.value ?? "any path"} → ${end}`;
  });
  const all = default_pool === null ? ways : [...ways, `else → pool ${default_pool}`];
  const lock = certificate === null ? "" : " ⚿";
  return all.map((way, index) => [index === 0 ? `${protocol} :${port}${lock}` : "", way] as const);
}

function poolLines({ configuration, health, vms }: StackRecords): string[] {
  const names = new Map(Object.values(vms).map(({ id, name }) => [id, name]));
  const statuses = new Map(health.pools.flatMap(({ targets }) => targets.map(({ vm_id, status }) => [vm_id, status])));
  return configuration.pools.flatMap(({ name, protocol, algorithm, targets }) => [
    `pool ${name} · ${protocol} · ${algorithm}`,
    ...targets.map(({ vm_id, ip, port, weight }, index) => {
      const status = statuses.get(vm_id) ?? "unknown";
      const target = names.get(vm_id ?? "") ?? ip ?? "";
      return columns(
        [26, 7, 10, 9],
        [`${branch(index, targets)} ${target}`, `:${port}`, `weight ${weight}`, `${mark(status)} ${status}`],
      );
    }),
  ]);
}

/** Columns: address, owner, further details. */
const GATEWAY_COLUMNS = [15, 18, 60];
/**
 * Columns: private address, VM, public address, plan, status, tags. A volume's row has its device and size in the last
 * ones.
 */
const VM_COLUMNS = [15, 20, 15, 13, 10, 10];
const PART_COLUMNS = [15, 20, 60];

/** The subnets with their VMs, the gateway with its port forwards, and the firewall. @param width of a subnet's box */
function networkLines(records: StackRecords, width: number): string[] {
  const { subnets, gateway, group } = records;
  const rules = group.rules.filter(({ system_managed }) => !system_managed).map(ruleText);
  return [
    ...Object.values(subnets).flatMap(({ subnet_id, name, cidr }) =>
      box(`${name} · subnet ${cidr}`, machineLines(records, subnet_id), width),
    ),
    columns(GATEWAY_COLUMNS, [gateway.public_ip ?? "no address", `⇄ ${gateway.name}`, forwardsText(records)]),
    columns(GATEWAY_COLUMNS, ["firewall", `▒ ${group.name}`, rules.join("   ")]),
  ];
}

function machineLines(records: StackRecords, subnetId: string): string[] {
  const inside = new Set(records.nodes.filter(({ subnet_id }) => subnet_id === subnetId).map(({ vm_id }) => vm_id));
  return Object.values(records.vms)
    .filter(({ id }) => inside.has(id))
    .flatMap((vm) => [
      columns(VM_COLUMNS, [
        vm.private_ip ?? "",
        `${mark(vm.status)} ${vm.name}`,
        vm.public_ip ?? "",
        vm.plan_name ?? "",
        vm.status,
        vm.tags.join(" "),
      ]),
      ...volumeLines(records, vm.id),
      ...recoveryLines(records, vm.id),
    ]);
}

function volumeLines({ volumes }: StackRecords, vmId: string): string[] {
  return Object.values(volumes)
    .filter(({ attached_vm_id }) => attached_vm_id === vmId)
    .map(({ name, device_path, size_gb, type }) =>
      columns(VM_COLUMNS, ["", `  └ ${name}`, device_path ?? "", `${size_gb} GB ${type}`]),
    );
}

function recoveryLines({ snapshot, policy }: StackRecords, vmId: string): string[] {
  const { schedule, retention_days } = policy;
  const at = [schedule.hour, schedule.minute].map((part) => String(part).padStart(2, "0")).join(":");
  return [
    ...(snapshot.vm_id === vmId ? [columns(PART_COLUMNS, ["", "  ◷ snapshot", snapshot.name])] : []),
    ...(policy.vm_id === vmId
      ? [
          columns(PART_COLUMNS, [
            "",
            "  ↻ backups",
            `${schedule.frequency} at ${at} ${schedule.timezone}, kept ${retention_days} days`,
          ]),
        ]
      : []),
  ];
}

function forwardsText({ forwards, vms }: StackRecords): string {
  const names = new Map(Object.values(vms).map(({ id, name }) => [id, name]));
  const texts = Object.values(forwards).map(({ protocol, public_port, vm_id, private_port }) => {
    return `${protocol} :${public_port} → ${names.get(vm_id) ?? vm_id}:${private_port}`;
  });
  return texts.join("   ");
}

function ruleText({
  action,
  protocol,
  port_start,
  port_end,
  remote_targets,
}: StackRecords["group"]["rules"][number]): string {
  const last = port_end === null || port_end === port_start ? "" : `-${port_end}`;
  const ports = port_start === null ? "" : ` :${port_start}${last}`;
  const remotes = remote_targets.filter((target) => target !== "0.0.0.0/0").join(", ");
  return `${action === "allow" ? "✓" : "✗"} ${protocol}${ports}${remotes === "" ? "" : ` from ${remotes}`}`;
}

/** A bucket, its distribution and that one's settings. */
function bucketLines({ bucket, accessKey, distribution, website, domains }: StackRecords): string[] {
  return [
    `region ${bucket.region} · key ${accessKey.name} (${accessKey.permission})`,
    `└▶ ${mark(distribution.status)} ${distribution.name} · CDN · ${distribution.cache_policy} · ` +
      `${distribution.default_domain}`,
    `   ├ website  ${websiteText(website)}`,
    ...domains.map(({ domain, status }, index) => `   ${branch(index, domains)} domain   ${domain} (${status})`),
  ];
}

function websiteText({ spa, error_document, redirects, headers }: StackRecords["website"]): string {
  const missing = spa ? "single page" : `404 → ${error_document ?? "plain"}`;
  const led = redirects.map(({ source, destination, status }) => `${source} → ${destination} (${status})`);
  const added = headers.map(({ name, value }) => `${name}: ${value}`);
  return [missing, ...led, ...added].join("   ");
}

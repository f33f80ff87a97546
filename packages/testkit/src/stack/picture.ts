import { box, columns } from "./boxes.ts";
import type { StackRecords } from "./read.ts";

const WIDTH = 100;

/** A stack as text, of at most 40 lines of 100 columns: its network with the machines in it, the balancer before them, and what is beside. */
export function picture(records: StackRecords): string {
  const { vpc, balancer, bucket } = records;
  return [
    ...box(`${balancer.name} · load balancer · ${balancer.status}`, balancerLines(records), WIDTH),
    `${" ".repeat(8)}▼`,
    ...box(`${vpc.name} · VPC ${vpc.cidr} · ${vpc.site_id}`, networkLines(records), WIDTH),
    ...box(`${bucket.name} · bucket · ${bucket.is_public ? "public" : "private"}`, bucketLines(records), WIDTH),
    ...box(`${records.store.name} · secret store · ${records.store.status}`, secretLines(records), WIDTH),
    "",
  ].join("\n");
}

function balancerLines({ balancer, configuration, health, vms }: StackRecords): string[] {
  const names = new Map(Object.values(vms).map(({ id, name }) => [id, name]));
  const listeners = configuration.listeners.flatMap(({ protocol, port, certificate, default_pool, rules }) =>
    [
      ...rules.map(({ path, pool, redirect }) => `${path?.value ?? "any path"} → ${pool === null ? `redirect ${redirect?.status}` : `pool ${pool}`}`),
      ...(default_pool === null ? [] : [`else → pool ${default_pool}`]),
    ].map((way, index) => columns([15, 14, 60], ["", index === 0 ? `${protocol} :${port}${certificate === null ? "" : " ⚿"}` : "", way])),
  );
  const [, ...others] = listeners;
  const first = columns([15, 78], [balancer.public_ip ?? "no address", (listeners[0] ?? "").trimStart()]);
  const pools = configuration.pools.flatMap(({ name, protocol, algorithm, targets }) => {
    const statuses = new Map(health.pools.flatMap((pool) => pool.targets.map(({ vm_id, status }) => [vm_id, status])));
    return [
      `pool ${name} · ${protocol} · ${algorithm}`,
      ...targets.map(({ vm_id, port, weight }, index) =>
        columns(
          [2, 24, 8, 10, 10],
          [
            branch(index, targets),
            names.get(vm_id ?? "") ?? "?",
            `:${port}`,
            `weight ${weight}`,
            `${mark(statuses.get(vm_id))} ${statuses.get(vm_id) ?? "unknown"}`,
          ],
        ),
      ),
    ];
  });
  return [first, ...others, ...pools];
}

function networkLines(records: StackRecords): string[] {
  const { subnets, gateway, forwards, vms, group } = records;
  const names = new Map(Object.values(vms).map(({ id, name }) => [id, name]));
  const rules = group.rules.filter(({ system_managed }) => !system_managed);
  const ports = Object.values(forwards).map(
    ({ protocol, public_port, private_port, vm_id }) => `${protocol} :${public_port} → ${names.get(vm_id)}:${private_port}`,
  );
  return [
    ...Object.values(subnets).flatMap((subnet) => box(`${subnet.name} · subnet ${subnet.cidr}`, machineLines(records, subnet.subnet_id), WIDTH - 4)),
    columns([15, 18, 60], [gateway.public_ip ?? "no address", `⇄ ${gateway.name}`, ports.join("   ")]),
    columns([15, 18, 60], ["firewall", `▒ ${group.name}`, rules.map(ruleText).join("   ")]),
  ];
}

function machineLines({ nodes, vms, volumes, snapshot, policy }: StackRecords, subnetId: string): string[] {
  const inside = new Set(nodes.filter(({ subnet_id }) => subnet_id === subnetId).map(({ vm_id }) => vm_id));
  return Object.values(vms)
    .filter(({ id }) => inside.has(id))
    .flatMap((vm) => [
      columns(
        [15, 20, 15, 13, 10, 10],
        [vm.private_ip ?? "", `${mark(vm.status)} ${vm.name}`, vm.public_ip ?? "", vm.plan_name ?? "", vm.status, vm.tags.join(" ")],
      ),
      ...Object.values(volumes)
        .filter(({ attached_vm_id }) => attached_vm_id === vm.id)
        .toSorted((a, b) => (a.name < b.name ? -1 : 1))
        .map(({ name, device_path, size_gb, type }) => columns([15, 20, 15, 20], ["", `  └ ${name}`, device_path ?? "", `${size_gb} GB ${type}`])),
      ...(snapshot.vm_id === vm.id ? [columns([15, 20, 40], ["", "  ◷ snapshot", snapshot.name])] : []),
      ...(policy.vm_id === vm.id ? [columns([15, 20, 60], ["", "  ↻ backups", scheduleText(policy)])] : []),
    ]);
}

function bucketLines({ bucket, accessKey, distribution, website, domains }: StackRecords): string[] {
  const settings = [
    website.spa ? "single page" : `404 → ${website.error_document ?? "plain"}`,
    ...website.redirects.map(({ source, destination, status }) => `${source} → ${destination} (${status})`),
    ...website.headers.map(({ name, value }) => `${name}: ${value}`),
  ];
  return [
    `region ${bucket.region} · key ${accessKey.name} (${accessKey.permission})`,
    `└▶ ${mark(distribution.status)} ${distribution.name} · CDN · ${distribution.cache_policy} · ${distribution.default_domain}`,
    `   ├ website  ${settings.join("   ")}`,
    ...domains.map(({ domain, status }, index) => `   ${branch(index, domains)} domain   ${domain} (${status})`),
  ];
}

function secretLines({ secrets }: StackRecords): string[] {
  return [
    Object.values(secrets)
      .map(({ key, version }) => `⚿ ${key} v${version}`)
      .join("   "),
  ];
}

function ruleText({ action, protocol, port_start, port_end, remote_targets }: StackRecords["group"]["rules"][number]): string {
  const ports = port_start === null ? "" : ` :${port_start}${port_end === null || port_end === port_start ? "" : `-${port_end}`}`;
  const remotes = remote_targets.filter((target) => target !== "0.0.0.0/0");
  return `${action === "allow" ? "✓" : "✗"} ${protocol}${ports}${remotes.length === 0 ? "" : ` from ${remotes.join(", ")}`}`;
}

function scheduleText({ schedule: { frequency, hour, minute, timezone }, retention_days }: StackRecords["policy"]): string {
  return `${frequency} at ${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")} ${timezone}, kept ${retention_days} days`;
}

function branch(index: number, items: readonly unknown[]): string {
  return index === items.length - 1 ? "└" : "├";
}

function mark(status: string | undefined): string {
  return status === "running" || status === "online" || status === "active" ? "●" : "○";
}

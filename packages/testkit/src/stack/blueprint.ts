import { selfSignedCertificate } from "../self-signed-certificate.ts";
import type { Input } from "./rest.ts";

export type SubnetKey = "front" | "back";
export type VmKey = "web" | "api" | "db";
export type ForwardKey = "ssh" | "sql";
export type SecretKey = "certificate" | "password";

/** The parts of a stack and their relations, without ids. */
export interface Blueprint {
  readonly vpc: Input<"vpc.create">;
  readonly subnets: Readonly<Record<SubnetKey, Omit<Input<"subnet.create">, "vpc_id">>>;
  /** The NAT gateway of both subnets. */
  readonly gateway: { readonly name: string };
  readonly forwards: Readonly<
    Record<
      ForwardKey,
      {
        readonly vm: VmKey;
        readonly protocol: "tcp" | "udp";
        readonly public_port: number;
        readonly private_port: number;
      }
    >
  >;
  readonly reservedIp: { readonly vm: VmKey; readonly body: Input<"reservedIp.create"> };
  readonly group: Input<"firewallGroup.create">;
  readonly rules: Input<"firewallRule.replace">["rules"];
  readonly vms: Readonly<Record<VmKey, { readonly subnet: SubnetKey; readonly body: Input<"cloudVm.create"> }>>;
  readonly volumes: Readonly<Record<VmKey, { readonly vm: VmKey; readonly body: Input<"volume.create"> }>>;
  readonly balancer: Pick<Input<"loadBalancer.create">, "name" | "site_id" | "tags">;
  readonly balancing: {
    readonly algorithm: "round_robin" | "least_connections";
    readonly weights: Readonly<Record<VmKey, number>>;
    readonly apiPath: string | null;
  };
  readonly bucket: Input<"bucket.create">;
  readonly accessKey: Omit<Input<"accessKey.create">, "bucket_names">;
  readonly distribution: Omit<Input<"cdnDistribution.create">, "origin_id">;
  readonly website: Omit<Input<"cdnWebsite.put">, "distribution_id">;
  readonly domain: string;
  readonly store: Input<"secretStore.create">;
  readonly secrets: Readonly<
    Record<SecretKey, { readonly key: string; readonly value: string; readonly version: number }>
  >;
  /** A snapshot of the VM `db`, like the backups. */
  readonly snapshot: { readonly name: string };
  readonly backups: Omit<Input<"backupPolicy.enable">, "vm_id">;
}

const SITE = "site-ams-1";

/**
 * A stack whose names begin with the prefix and whose network is `10.<block>.0.0/16`. Stacks with different prefixes
 * and blocks can share a workspace.
 */
export function blueprintOf(prefix: string, block: number): Blueprint {
  const domain = `${prefix}.example.com`;
  const vm = (name: VmKey, subnet: SubnetKey) => ({
    subnet,
    body: { name: `${prefix}-${name}`, plan_id: "plan-nano", template_id: "debian-13", site_id: SITE, tags: ["blue"] },
  });
  const volume = (name: VmKey) => ({
    vm: name,
    body: { name: `${prefix}-${name}-data`, size_gb: 10, site_id: SITE, type: "nvme" as const },
  });
  return {
    vpc: { name: `${prefix}-net`, site_id: SITE, cidr: `10.${block}.0.0/16`, description: "A whole stack" },
    subnets: {
      front: { name: `${prefix}-front`, cidr: `10.${block}.1.0/24` },
      back: { name: `${prefix}-back`, cidr: `10.${block}.2.0/24`, dns: ["9.9.9.9"] },
    },
    gateway: { name: `${prefix}-nat` },
    forwards: {
      ssh: { vm: "web", protocol: "tcp", public_port: 2222, private_port: 22 },
      sql: { vm: "db", protocol: "tcp", public_port: 15_432, private_port: 5432 },
    },
    reservedIp: { vm: "web", body: { site_id: SITE, label: `${prefix}-ip`, reverse_dns: domain } },
    group: { name: `${prefix}-group`, description: "The web, and pings" },
    rules: [{ port_start: 80, port_end: 443 }, { protocol: "icmp" }],
    vms: { web: vm("web", "front"), api: vm("api", "front"), db: vm("db", "back") },
    volumes: { web: volume("web"), api: volume("api"), db: volume("db") },
    balancer: { name: `${prefix}-lb`, site_id: SITE, tags: ["blue"] },
    balancing: { algorithm: "round_robin", weights: { web: 1, api: 1, db: 1 }, apiPath: null },
    bucket: { name: `${prefix}-site`, region: "eu-west-1", tags: ["blue"] },
    accessKey: { name: `${prefix}-uploads`, permission: "read_write" },
    distribution: { name: `${prefix}-cdn`, cache_policy: "static-assets" },
    website: { error_document: "404.html", redirects: [{ source: "/old/*", destination: "/new/*", status: 308 }] },
    domain: `www.${domain}`,
    store: { name: `${prefix}-secrets`, description: "Of the whole stack" },
    secrets: {
      certificate: { key: "certificate", value: certificateFor(domain), version: 1 },
      password: { key: "db/password", value: "correct horse battery staple", version: 1 },
    },
    snapshot: { name: `${prefix}-snapshot` },
    backups: { schedule: { frequency: "daily", hour: 3 }, retention_days: 14 },
  };
}

/** A copy of the stack in which everything is changed. */
export function changed(old: Blueprint): Blueprint {
  const { front, back } = old.subnets;
  const { web, api, db } = old.vms;
  const { certificate, password } = old.secrets;
  const green = <Vm extends typeof web>(vm: Vm) => ({ ...vm, body: { ...vm.body, tags: ["green"] } });
  return {
    ...old,
    vpc: { ...old.vpc, description: "A whole stack, changed" },
    subnets: { front: { ...front, name: `${front.name}-2` }, back: { ...back, name: `${back.name}-2` } },
    gateway: { name: `${old.gateway.name}-2` },
    forwards: { ...old.forwards, sql: { ...old.forwards.sql, private_port: 5433 } },
    reservedIp: { ...old.reservedIp, vm: "db" },
    rules: [
      { port_start: 443 },
      { port_start: 8080, remote_targets: [old.vpc.cidr] },
      { protocol: "icmp", action: "drop" },
    ],
    vms: { web: green({ ...web, body: { ...web.body, plan_id: "plan-small" } }), api: green(api), db: green(db) },
    volumes: {
      web: old.volumes.web,
      api: { ...old.volumes.api, body: { ...old.volumes.api.body, size_gb: 20 } },
      db: { ...old.volumes.db, vm: "api" },
    },
    balancer: { ...old.balancer, tags: ["green"] },
    balancing: { algorithm: "least_connections", weights: { web: 3, api: 2, db: 1 }, apiPath: "/api" },
    bucket: { ...old.bucket, is_public: true },
    distribution: { ...old.distribution, cache_policy: "short" },
    website: { spa: true, headers: [{ name: "X-Frame-Options", value: "DENY" }] },
    secrets: {
      certificate: { ...certificate, value: certificateFor(old.domain), version: 2 },
      password: { ...password, value: "another horse, another battery", version: 2 },
    },
    backups: { schedule: { frequency: "weekly", hour: 4, day_of_week: 1 }, retention_days: 30 },
  };
}

function certificateFor(domain: string): string {
  const { certificatePem, privateKeyPem } = selfSignedCertificate(domain);
  return certificatePem + privateKeyPem;
}

type Configuration = NonNullable<Input<"loadBalancer.create">["configuration"]>;

/** The full configuration of the balancer: http redirects to https, and https goes to the VMs. */
export function configurationOf(
  { balancing: { algorithm, weights, apiPath } }: Blueprint,
  vms: Readonly<Record<VmKey, string>>,
  certificate: { readonly store_id: string; readonly secret_id: string },
): Configuration {
  const { web, api, db } = vms;
  const check = { type: "http" as const, path: "/healthz" };
  const target = (vm_id: string, weight: number) => ({ vm_id, port: 8080, weight });
  return {
    pools: [
      {
        name: "app",
        protocol: "http",
        algorithm,
        health_check: check,
        targets: [target(web, weights.web), target(api, weights.api), target(db, weights.db)],
      },
    ],
    listeners: [
      { name: "http", protocol: "http", port: 80, rules: [{ redirect: { https: true } }] },
      {
        name: "https",
        protocol: "https",
        port: 443,
        certificate,
        default_pool: "app",
        rules: apiPath === null ? [] : [{ path: { match: "prefix", value: apiPath }, pool: "app" }],
      },
    ],
  };
}

/** The ids of a stack's parts. */
export interface StackIds {
  readonly vpc_id: string;
  readonly subnets: Readonly<Record<SubnetKey, string>>;
  readonly nat_gateway_id: string;
  readonly forwards: Readonly<Record<ForwardKey, string>>;
  readonly reserved_ip_id: string;
  readonly firewall_group_id: string;
  readonly vms: Readonly<Record<VmKey, string>>;
  readonly volumes: Readonly<Record<VmKey, string>>;
  readonly load_balancer_id: string;
  readonly bucket_name: string;
  readonly access_key_id: string;
  readonly distribution_id: string;
  readonly purge_id: string;
  readonly store_id: string;
  readonly secrets: Readonly<Record<SecretKey, string>>;
  readonly snapshot_set_id: string;
}

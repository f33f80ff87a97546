import { newId } from "@fulmar/core";
import type pg from "pg";

const SITE = "site-ams-1";

/** Ports at which all machines answer. */
export const PORTS = [80, 443, 8080, 8443] as const;
/** Addresses of those outside. */
export const OUTSIDE = ["198.51.100.1", "198.51.100.129", "203.0.113.7"] as const;

type Row = Readonly<Record<string, unknown>>;

/** The rows of a workspace's networks. */
export interface RandomNetwork {
  readonly workspaceId: bigint;
  readonly rows: readonly (readonly [table: string, rows: readonly Row[]])[];
  readonly vms: readonly { readonly id: string; readonly name: string; readonly addresses: readonly string[] }[];
  /** Public addresses of the workspace, and private ones that nobody has. */
  readonly others: readonly string[];
}

/** What chance decides, the same for the same seed. */
export class Chance {
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** A whole number from 0 to below the limit. */
  below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  happens(share: number): boolean {
    return this.#random() < share;
  }

  one<Value>(values: readonly Value[]): Value {
    return values[this.below(values.length)] as Value;
  }

  some<Value>(values: readonly Value[], share: number): Value[] {
    return values.filter(() => this.happens(share));
  }

  times<Value>(most: number, make: (index: number) => Value): Value[] {
    return Array.from({ length: this.below(most + 1) }, (_, index) => make(index));
  }
}

/** Networks of a workspace: up to two VPCs, four VMs, their gateways, addresses and firewall groups. */
export function randomNetwork(chance: Chance, workspace_id: bigint, number: number): RandomNetwork {
  const place = { workspace_id: Number(workspace_id), site_id: SITE };
  const own = { workspace_id: place.workspace_id };
  const vpcs = [1, 2].slice(chance.below(2)).map((range) => {
    const vpc = { ...place, vpc_id: newId("vpc"), name: `vpc-${range}`, cidr: `10.${range}.0.0/16` };
    const ipv6_cidr = chance.happens(0.6) ? `fd00:${number.toString(16)}:${range}::/48` : null;
    return { ...vpc, ipv6_cidr, status: "available", deletion_protection: false };
  });
  const subnets = vpcs.flatMap((vpc) =>
    [1, 2].slice(chance.below(2)).map((third) => {
      const range = vpc.cidr.replace("0.0/16", "");
      const { vpc_id, cidr: vpc_cidr } = vpc;
      const address = { cidr: `${range}${third}.0/24`, gateway: `${range}${third}.1`, dns: [], status: "provisioning" };
      const ipv6_cidr = vpc.ipv6_cidr?.replace("::/48", `:${third}00::/64`) ?? null;
      return {
        ...place,
        subnet_id: newId("sub"),
        vpc_id,
        vpc_cidr,
        name: `${vpc.name}-${third}`,
        ...address,
        ipv6_cidr,
      };
    }),
  );
  const gateways = chance
    .some(vpcs, 0.7)
    .map(({ vpc_id, name }) => ({ ...place, nat_gateway_id: newId("nat"), vpc_id, name }));
  const served = gateways.flatMap(({ vpc_id, nat_gateway_id }) =>
    chance
      .some(
        subnets.filter((subnet) => subnet.vpc_id === vpc_id),
        0.8,
      )
      .map(({ subnet_id }) => ({ ...own, subnet_id, vpc_id, nat_gateway_id })),
  );
  const vms = [1, 2, 3, 4].map((index) => ({
    ...{ ...place, vm_id: newId("vm"), type: "cloud", name: `vm-${index}`, status: "running", plan_id: "plan-nano" },
    ...{ template_id: "debian-13", cpu: 1, ram_mb: 1024, disk_gb: 20, gpu_count: 0, os_type: "linux" },
    ...{ os_distro: "debian", tags: chance.some(["a", "b"], 0.4), ssh_keys: [] },
  }));
  const nodes = vms.flatMap(({ vm_id }, index) =>
    chance.some(subnets, 0.5).map(({ subnet_id, vpc_id, cidr, gateway, ipv6_cidr }) => {
      const gatewayId = served.find((each) => each.subnet_id === subnet_id)?.nat_gateway_id ?? null;
      const private_ip = gateway.replace(/1$/, String(10 + index));
      const node = { ...own, allocation_id: newId("alloc"), vpc_id, subnet_id, vm_id, subnet_cidr: cidr, gateway };
      const ipv6_address = ipv6_cidr?.replace("/64", asIpv6(private_ip)) ?? null;
      return { ...node, private_ip, ipv6_address, nat_gateway_id: chance.happens(0.5) ? gatewayId : null };
    }),
  );
  const free = Array.from({ length: 8 }, (_, index) => `45.${number >> 5}.${(number & 31) * 8 + index}.1`);
  const addresses = [
    ...chance.some(vms, 0.4).map(({ vm_id }) => ({ attached_vm_id: vm_id, attached_nat_gateway_id: null })),
    ...chance
      .some(gateways, 0.85)
      .map((row) => ({ attached_vm_id: null, attached_nat_gateway_id: row.nat_gateway_id })),
    { attached_vm_id: null, attached_nat_gateway_id: null },
  ].map((held, index) => ({ ...held, public_ip_id: newId("ip"), address: free[index] ?? "" }));
  const forwards = gateways.flatMap(({ vpc_id, nat_gateway_id }) => {
    const behind = nodes.filter(({ subnet_id }) =>
      served.some((row) => row.subnet_id === subnet_id && row.nat_gateway_id === nat_gateway_id),
    );
    if (behind.length === 0) return [];
    return chance.some(PORTS, 0.4).map((public_port) => ({
      ...{ ...own, port_forward_id: newId("fwd"), vpc_id, nat_gateway_id, public_port },
      ...{ allocation_id: chance.one(behind).allocation_id, protocol: chance.one(["tcp", "udp"]) },
      private_port: chance.one(PORTS),
    }));
  });
  const groups = ["one", "two", "three"].map((name) => ({
    ...{ ...own, firewall_group_id: newId("fw"), name, is_default: false },
  }));
  const named = [
    ...["0.0.0.0/0", "0.0.0.0/0", "10.0.0.0/8", "198.51.100.0/25", "203.0.113.0/24", "45.0.0.0/8"],
    ...[...OUTSIDE, ...subnets.map(({ cidr }) => cidr), ...nodes.map((row) => row.private_ip)],
    ...addresses.map(({ address }) => address),
    ...["::/0", "fd00::/8", "2001:db8::/32", ...[...vpcs, ...subnets].flatMap(({ ipv6_cidr }) => ipv6_cidr ?? [])],
    ...nodes.flatMap(({ ipv6_address }) => ipv6_address ?? []),
  ];
  const rules = groups.flatMap(({ firewall_group_id }) => [
    ...chance.times(4, () => ({ ...own, firewall_group_id, ...randomRule(chance, named, groups) })),
    systemRule(own, firewall_group_id),
  ]);
  const links = vms.flatMap(({ vm_id }) =>
    chance.some(groups, 0.4).map(({ firewall_group_id }) => ({ ...own, firewall_group_id, vm_id })),
  );
  const isolated_at = () => (chance.happens(0.08) ? new Date().toISOString() : null);
  return {
    workspaceId: workspace_id,
    rows: [
      ...([
        ["vm", vms],
        ["simulated.instance", vms.map(instanceOf)],
        ["vpc", vpcs],
        ["subnet", subnets],
      ] as const),
      ...([
        ["nat_gateway", gateways],
        ["nat_gateway_subnet", served],
        ["vpc_node", nodes],
      ] as const),
      [
        "reserved_ip",
        addresses.map(({ address: _, ...row }) => ({
          ...{ ...place, ...row, label: "", reverse_dns: "", reservation_type: "user_reserved" },
          deletion_protection: false,
        })),
      ],
      [
        "public_address",
        addresses.map(({ public_ip_id, address }) => {
          const at = isolated_at();
          const why = at === null ? null : "It is tried.";
          return { address, site_id: SITE, public_ip_id, isolated_at: at, isolated_reason: why, isolated_by: why };
        }),
      ],
      ...([
        ["port_forward", forwards],
        ["firewall_group", groups],
        ["firewall_rule", rules],
      ] as const),
      ["firewall_group_vm", links],
    ],
    vms: vms.map(({ vm_id: id, name }) => ({
      ...{ id, name },
      addresses: [
        ...nodes.flatMap((row) => (row.vm_id === id ? addressesOf(row) : [])),
        ...addresses.flatMap((row) => (row.attached_vm_id === id ? [row.address] : [])),
      ],
    })),
    others: [
      ...addresses.flatMap((row) => (row.attached_vm_id === null ? [row.address] : [])),
      ...vpcs.flatMap(({ ipv6_cidr }) => ipv6_cidr?.replace("::/48", ":100::99") ?? []),
      ...["2001:db8::7", "10.1.1.99", "10.2.9.9", "10.77.0.1"],
    ],
  };
}

/** The last 32 bits of an IPv6 address that are an IPv4 address. */
function asIpv6(address: string): string {
  const [first = 0, second = 0, third = 0, fourth = 0] = address.split(".").map(Number);
  return `${(first * 256 + second).toString(16)}:${(third * 256 + fourth).toString(16)}`;
}

function addressesOf({ private_ip, ipv6_address }: { private_ip: string; ipv6_address: string | null }): string[] {
  return ipv6_address === null ? [private_ip] : [private_ip, ipv6_address];
}

function instanceOf({ vm_id, name, cpu, ram_mb, disk_gb, template_id }: Row): Row {
  const started_at = new Date().toISOString();
  return { ...{ vm_id, name, cpu, ram_mb, disk_gb, template_id }, power: "running", provisioned: true, started_at };
}

function systemRule(own: Row, firewall_group_id: string): Row {
  const everything = { direction: "egress", protocol: "any", action: "allow", remote_targets: ["0.0.0.0/0"] };
  const none = { port_start: null, port_end: null, icmp_type: null, icmp_code: null, priority: null };
  const unnamed = { remote_group_id: null, remote_tag: null };
  const place = { ...own, firewall_group_id, rule_id: newId("rule") };
  return { ...place, ...everything, ...none, ...unnamed, enabled: true, system_managed: true };
}

function randomRule(
  chance: Chance,
  named: readonly string[],
  groups: readonly { readonly firewall_group_id: string }[],
): Row {
  const protocol = chance.one(["tcp", "udp", "icmp", "any"]);
  const first = chance.one(PORTS);
  const ranged = (protocol === "tcp" || protocol === "udp") && chance.happens(0.6);
  const typed = protocol === "icmp" && chance.happens(0.6);
  const remote = chance.one(["addresses", "addresses", "group", "tag"]);
  const targets = [...new Set([chance.one(named), chance.one(named)])];
  return {
    ...{ rule_id: newId("rule"), direction: chance.one(["ingress", "ingress", "egress"]), protocol },
    ...{ action: chance.happens(0.7) ? "allow" : "drop", priority: 1 + chance.below(20) },
    ...{ port_start: ranged ? first : null, port_end: ranged ? chance.one([first, 8443]) : null },
    ...{
      icmp_type: typed ? chance.one([0, 8, 8, 128, 128]) : null,
      icmp_code: typed ? chance.one([null, 0, 1]) : null,
    },
    remote_targets: remote === "addresses" ? targets : [],
    remote_group_id: remote === "group" ? chance.one(groups).firewall_group_id : null,
    remote_tag: remote === "tag" ? chance.one(["a", "b"]) : null,
    ...{ enabled: chance.happens(0.9), system_managed: false },
  };
}

/** Writes the rows as requests would have, without asking whether they may. */
export async function insertNetwork(pool: pg.Pool, { rows }: RandomNetwork): Promise<void> {
  for (const [table, values] of rows) {
    const columns = Object.keys(values[0] ?? {}).join(", ");
    if (columns === "") continue;
    await pool.query(
      `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb)`,
      [JSON.stringify(values)],
    );
  }
}

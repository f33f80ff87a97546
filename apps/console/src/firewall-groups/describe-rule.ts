import type { CreateFirewallRule } from "@fulmar/contract";

/** The fields of a rule that affect traffic. */
export type RuleMeaning = Pick<
  CreateFirewallRule,
  | "direction"
  | "protocol"
  | "action"
  | "port_start"
  | "port_end"
  | "icmp_type"
  | "icmp_code"
  | "remote_group_id"
  | "remote_tag"
  | "enabled"
> & { readonly remote_targets: string[] };

const NAMED_TARGETS = 3;

/**
 * A rule as a sentence without its full stop: "Allows TCP 443 from anywhere".
 * @param groupName the name of a firewall group by its id
 */
export function describeRule(rule: RuleMeaning, groupName: (id: string) => string = (id) => id): string {
  const verb = rule.action === "allow" ? ["Allows", "would allow"] : ["Drops", "would drop"];
  const what =
    `${describeTraffic(rule)} ${rule.direction === "ingress" ? "from" : "to"} ` + describeRemote(rule, groupName);
  return rule.enabled ? `${verb[0]} ${what}` : `Off: ${verb[1]} ${what}`;
}

function describeTraffic(rule: RuleMeaning): string {
  const { protocol, port_start, port_end } = rule;
  if (protocol === "any") return "everything";
  if (protocol === "icmp") return describeIcmp(rule);
  const name = protocol.toUpperCase();
  if (port_start == null) return `all ${name}`;
  return port_end == null || port_end === port_start ? `${name} ${port_start}` : `${name} ${port_start}–${port_end}`;
}

/** The types that people know by a name (RFC 792, and RFC 4443 for IPv6). */
const ICMP_NAMES: Readonly<Record<number, string>> = {
  0: "echo replies",
  3: "unreachable",
  8: "pings",
  11: "time exceeded",
  128: "pings by IPv6",
  129: "echo replies by IPv6",
};

function describeIcmp({ icmp_type, icmp_code }: RuleMeaning): string {
  if (icmp_type == null) return "ICMP";
  const name = ICMP_NAMES[icmp_type];
  const type = name === undefined ? `ICMP type ${icmp_type}` : `ICMP type ${icmp_type} (${name})`;
  return icmp_code == null ? type : `${type}, code ${icmp_code}`;
}

function describeRemote(
  { remote_group_id, remote_tag, remote_targets }: RuleMeaning,
  groupName: (id: string) => string,
) {
  if (remote_group_id != null) return `the VMs of the group ${groupName(remote_group_id)}`;
  if (remote_tag != null) return `VMs with the tag ${remote_tag}`;
  return describeTargets(remote_targets);
}

/** Anywhere includes all other targets. */
function describeTargets(targets: readonly string[]): string {
  if (targets.includes("0.0.0.0/0")) return "anywhere";
  const plain = targets.map((target) =>
    target === "::/0" ? "anywhere by IPv6" : target.replace(target.includes(":") ? /\/128$/ : /\/32$/, ""),
  );
  const [named, more] = [plain.slice(0, NAMED_TARGETS), plain.length - NAMED_TARGETS];
  if (more > 0) return `${named.join(", ")} and ${more} more`;
  return named.length < 2 ? (named[0] ?? "nowhere") : `${named.slice(0, -1).join(", ")} and ${named.at(-1)}`;
}

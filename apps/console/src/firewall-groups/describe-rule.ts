import type { CreateFirewallRule } from "@fulmar/contract";

/** The fields of a rule that affect traffic. */
export type RuleMeaning = Pick<
  CreateFirewallRule,
  "direction" | "protocol" | "action" | "port_start" | "port_end" | "remote_targets" | "enabled"
>;

const EVERYWHERE = "0.0.0.0/0";
const NAMED_TARGETS = 3;

/** A rule as a sentence without its full stop: "Allows TCP 443 from anywhere (IPv4)". */
export function describeRule(rule: RuleMeaning): string {
  const verb = rule.action === "allow" ? ["Allows", "would allow"] : ["Drops", "would drop"];
  const what =
    `${describeTraffic(rule)} ${rule.direction === "ingress" ? "from" : "to"} ` +
    `${describeTargets(rule.remote_targets)}`;
  return rule.enabled ? `${verb[0]} ${what}` : `Off: ${verb[1]} ${what}`;
}

function describeTraffic({ protocol, port_start, port_end }: RuleMeaning): string {
  if (protocol === "any") return "everything";
  if (protocol === "icmp") return "ICMP";
  const name = protocol.toUpperCase();
  if (port_start == null) return `all ${name}`;
  return port_end == null || port_end === port_start ? `${name} ${port_start}` : `${name} ${port_start}–${port_end}`;
}

/** Anywhere includes all other targets. */
function describeTargets(targets: readonly string[]): string {
  if (targets.includes(EVERYWHERE)) return "anywhere (IPv4)";
  const plain = targets.map((target) => (target.endsWith("/32") ? target.slice(0, -3) : target));
  const [named, more] = [plain.slice(0, NAMED_TARGETS), plain.length - NAMED_TARGETS];
  if (more > 0) return `${named.join(", ")} and ${more} more`;
  return named.length < 2 ? (named[0] ?? "nowhere") : `${named.slice(0, -1).join(", ")} and ${named.at(-1)}`;
}

import { ipRangeContains } from "@fulmar/contract";
import type { RuleMeaning } from "./describe-rule.ts";

/** Ports that are attacked within minutes of being open to everyone. */
const SENSITIVE = [
  [22, "SSH"],
  [3389, "Remote Desktop"],
  [5432, "PostgreSQL"],
  [3306, "MySQL"],
  [6379, "Redis"],
  [27017, "MongoDB"],
] as const;

/**
 * Warnings about a rule.
 * @param earlier the rules that are evaluated before it
 * @param describe a rule in words
 */
export function ruleWarnings(
  rule: RuleMeaning,
  earlier: readonly RuleMeaning[],
  describe: (rule: RuleMeaning) => string,
): string[] {
  if (!rule.enabled) return [];
  return [...exposures(rule), ...shadows(rule, earlier, describe)];
}

function exposures(rule: RuleMeaning): string[] {
  if (
    rule.direction !== "ingress" ||
    rule.action !== "allow" ||
    !rule.remote_targets.some((target) => target === "0.0.0.0/0" || target === "::/0")
  )
    return [];
  if (rule.protocol === "any") return ["Everybody on the internet can reach every port."];
  if (rule.protocol !== "tcp") return [];
  if (rule.port_start == null) return ["Everybody on the internet can reach every TCP port."];
  const { first, last } = portsOf(rule);
  const open = SENSITIVE.filter(([port]) => port >= first && port <= last).map(([, name]) => name);
  return open.length === 0 ? [] : [`${open.join(", ")} can be reached from anywhere. Name the addresses that need it.`];
}

function shadows(
  rule: RuleMeaning,
  earlier: readonly RuleMeaning[],
  describe: (rule: RuleMeaning) => string,
): string[] {
  const over = earlier.find((other) => other.enabled && covers(other, rule));
  return over === undefined
    ? []
    : [`It has no effect: “${describe(over)}” comes before it and matches the same traffic.`];
}

/** Whether `outer` matches everything that `inner` matches. */
function covers(outer: RuleMeaning, inner: RuleMeaning): boolean {
  if (outer.direction !== inner.direction || (outer.protocol !== "any" && outer.protocol !== inner.protocol))
    return false;
  const [ports, needed] = [portsOf(outer), portsOf(inner)];
  if (outer.protocol !== "any" && (ports.first > needed.first || ports.last < needed.last)) return false;
  if (outer.protocol === "icmp" && !coversIcmp(outer, inner)) return false;
  return coversRemote(outer, inner);
}

function coversIcmp(outer: RuleMeaning, inner: RuleMeaning): boolean {
  if (outer.icmp_type == null) return true;
  return outer.icmp_type === inner.icmp_type && (outer.icmp_code == null || outer.icmp_code === inner.icmp_code);
}

/** The addresses of a group or a tag are anywhere, and change. */
function coversRemote(outer: RuleMeaning, inner: RuleMeaning): boolean {
  if (outer.remote_targets.includes("0.0.0.0/0")) return true;
  if (inner.remote_group_id != null) return outer.remote_group_id === inner.remote_group_id;
  if (inner.remote_tag != null) return outer.remote_tag === inner.remote_tag;
  return inner.remote_targets.every((target) => outer.remote_targets.some((other) => contains(other, target)));
}

function portsOf({ port_start, port_end }: RuleMeaning) {
  return port_start == null ? { first: 0, last: 65_535 } : { first: port_start, last: port_end ?? port_start };
}

function contains(outer: string, inner: string): boolean {
  return ipRangeContains(outer, inner);
}

import type { FilterRule } from "../../ports/network-port.ts";
import { type AllowedTraffic, allowedTraffic } from "./allowed-traffic.ts";
import type { AclRule, AclRules } from "./filters.ts";
import { outermost } from "./network-ranges.ts";

/**
 * The rules for traffic to an instance's addresses and from them. @param firewall null for an instance that is not
 * filtered
 */
export function instanceRules(addresses: readonly string[], firewall: readonly FilterRule[] | null): AclRules {
  if (addresses.length === 0) return { ingress: [], egress: [] };
  const own = addresses.map((address) => `${address}/32`).join(",");
  if (firewall === null) {
    return {
      ingress: [{ action: "allow", state: "enabled", destination: own }],
      egress: [{ action: "allow", state: "enabled", source: own }],
    };
  }
  const allowed = allowedTraffic(firewall);
  return {
    ingress: together(allowed, "ingress").map(([traffic, source]) => ({
      ...ruleOf(traffic),
      source,
      destination: own,
    })),
    egress: together(allowed, "egress").map(([traffic, destination]) => ({
      ...ruleOf(traffic),
      source: own,
      destination,
    })),
  };
}

/** One rule for all networks of the same traffic: a rule that names a group of many machines stays one rule. */
function together(
  allowed: readonly AllowedTraffic[],
  direction: AllowedTraffic["direction"],
): (readonly [AllowedTraffic, string])[] {
  const each = Map.groupBy(
    allowed.filter((traffic) => traffic.direction === direction),
    (traffic) => JSON.stringify(ruleOf(traffic)),
  );
  return [...each.values()].flatMap((same) => {
    const [first] = same;
    return first === undefined ? [] : [[first, outermost(same.map(({ remote }) => remote)).join(",")] as const];
  });
}

function ruleOf({ protocol, ports, icmp }: AllowedTraffic): AclRule {
  return {
    action: "allow",
    state: "enabled",
    ...(protocol !== null && { protocol: protocol === "icmp" ? ("icmp4" as const) : protocol }),
    ...(ports !== null && {
      destination_port: ports.first === ports.last ? `${ports.first}` : `${ports.first}-${ports.last}`,
    }),
    ...(icmp !== null && { icmp_type: String(icmp.type) }),
    ...(icmp !== null && icmp.code !== null && { icmp_code: String(icmp.code) }),
  };
}

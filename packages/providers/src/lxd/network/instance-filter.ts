import type { FilterRule } from "../../ports/network-port.ts";
import { type AllowedTraffic, allowedTraffic } from "./allowed-traffic.ts";
import type { AclRule, AclRules } from "./filters.ts";

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
    ingress: allowed
      .filter(({ direction }) => direction === "ingress")
      .map((traffic) => ({ ...ruleOf(traffic), source: traffic.remote, destination: own })),
    egress: allowed
      .filter(({ direction }) => direction === "egress")
      .map((traffic) => ({ ...ruleOf(traffic), source: own, destination: traffic.remote })),
  };
}

function ruleOf({ protocol, ports }: AllowedTraffic): AclRule {
  return {
    action: "allow",
    state: "enabled",
    ...(protocol !== null && { protocol: protocol === "icmp" ? ("icmp4" as const) : protocol }),
    ...(ports !== null && {
      destination_port: ports.first === ports.last ? `${ports.first}` : `${ports.first}-${ports.last}`,
    }),
  };
}

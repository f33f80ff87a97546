import { type Ipv4Network, parseCidr } from "@fulmar/contract";
import type { FilterRule } from "../../ports/network-port.ts";
import { ProviderError } from "../../ports/provider-error.ts";
import { cidrOf, narrower, networksAround } from "./network-ranges.ts";

/** Traffic allowed in one direction. Each field narrows it, null matches everything. Port ranges include both ends. */
export interface AllowedTraffic {
  readonly direction: FilterRule["direction"];
  readonly protocol: "tcp" | "udp" | "icmp" | null;
  readonly ports: FilterRule["ports"];
  readonly remote: string;
}

/** Port and address ranges of one protocol. A protocol without ports has a single range that covers all. */
interface Area {
  readonly first: number;
  readonly last: number;
  readonly network: Ipv4Network;
}

const PROTOCOLS = ["tcp", "udp", "icmp"] as const;
const [FIRST_PORT, LAST_PORT] = [1, 65_535];
/** Far more than real policies need. A few hostile rules could otherwise expand beyond what the server takes. */
const MOST = 2_000;

/**
 * Converts a first-match policy to a set of allowances whose order does not matter, by subtracting what earlier rules
 * drop from later ones. Servers that sort rules by action, as LXD does, then decide as the policy does. Protocols other
 * than TCP, UDP and ICMP pass only where `any` is allowed before anything is dropped.
 * @throws ProviderError `firewall_too_complex`, not retryable
 */
export function allowedTraffic(policy: readonly FilterRule[]): AllowedTraffic[] {
  const allowed = (["ingress", "egress"] as const).flatMap((direction) => inDirection(policy, direction));
  if (allowed.length <= MOST) return allowed;
  throw new ProviderError(
    "firewall_too_complex",
    "The firewall's rules overlap in too many ways for this site; use fewer rules that drop.",
    {
      retryable: false,
    },
  );
}

function inDirection(policy: readonly FilterRule[], direction: FilterRule["direction"]): AllowedTraffic[] {
  const rules = policy.filter((rule) => rule.direction === direction);
  const firstDrop = rules.findIndex(({ action }) => action === "drop");
  const undisturbed = (index: number) => firstDrop === -1 || index < firstDrop;
  const whole = rules.flatMap((rule, index) =>
    rule.protocol === "any" && rule.action === "allow" && undisturbed(index)
      ? rule.remotes.map((remote) => ({ direction, protocol: null, ports: null, remote }))
      : [],
  );
  const each = PROTOCOLS.flatMap((protocol) =>
    areasOf(
      rules.filter(
        (rule, index) =>
          rule.protocol === protocol || (rule.protocol === "any" && !(rule.action === "allow" && undisturbed(index))),
      ),
    ).map(({ first, last, network }) => ({
      direction,
      protocol,
      ports: protocol === "icmp" || (first === FIRST_PORT && last === LAST_PORT) ? null : { first, last },
      remote: cidrOf(network),
    })),
  );
  return [...whole, ...each];
}

/** The areas that the rules of one protocol allow. */
function areasOf(rules: readonly FilterRule[]): Area[] {
  const dropped: Area[] = [];
  const allowed: Area[] = [];
  for (const rule of rules) {
    const areas = rule.remotes.flatMap((remote) => {
      const network = parseCidr(remote);
      return network === undefined
        ? []
        : [{ first: rule.ports?.first ?? FIRST_PORT, last: rule.ports?.last ?? LAST_PORT, network }];
    });
    if (rule.action === "drop") dropped.push(...areas);
    else
      for (const area of areas)
        allowed.push(...dropped.reduce((left, drop) => left.flatMap((part) => without(part, drop)), [area]));
    if (allowed.length > MOST) return allowed;
  }
  return allowed;
}

/** The parts of an area outside another. */
function without(area: Area, cut: Area): Area[] {
  const apart = cut.last < area.first || cut.first > area.last;
  const common = narrower(area.network, cut.network);
  if (apart || common === null) return [area];
  const ports = [
    { first: area.first, last: Math.min(area.last, cut.first - 1) },
    { first: Math.max(area.first, cut.last + 1), last: area.last },
  ].filter(({ first, last }) => first <= last);
  return [
    ...networksAround(area.network, common).map((network) => ({ ...area, network })),
    ...ports.map((range) => ({ ...range, network: common })),
  ];
}

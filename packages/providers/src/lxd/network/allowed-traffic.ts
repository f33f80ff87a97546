import { type Ipv4Network, parseCidr } from "@fulmar/contract";
import type { FilterRule } from "../../ports/network-port.ts";
import { ProviderError } from "../../ports/provider-error.ts";
import { cidrOf, narrower, networksAround } from "./network-ranges.ts";

/** What may pass in one direction: every field narrows it, null stands for all. Port ranges include both ends. */
export interface AllowedTraffic {
  readonly direction: FilterRule["direction"];
  readonly protocol: "tcp" | "udp" | "icmp" | null;
  readonly ports: FilterRule["ports"];
  readonly remote: string;
}

/** Ports and addresses of one protocol. A protocol without ports has the one range of them all. */
interface Area {
  readonly first: number;
  readonly last: number;
  readonly network: Ipv4Network;
}

const PROTOCOLS = ["tcp", "udp", "icmp"] as const;
const [FIRST_PORT, LAST_PORT] = [1, 65_535];
/** Far beyond what people write; subtraction could make more of a few hostile rules than a server takes. */
const MOST = 2_000;

/**
 * A policy in which the first rule that matches decides, as a set of allowances whose order does not matter: what
 * earlier rules drop is cut out of the later ones. Servers that sort rules by their action, as LXD does, decide by it
 * what the policy decides. Protocols other than TCP, UDP and ICMP pass only where `any` is allowed before anything is
 * dropped.
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

/** What the rules of one protocol allow. */
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

/** What of an area lies outside of another. */
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

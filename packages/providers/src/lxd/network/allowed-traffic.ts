import { type Ipv4Network, networkContains, parseCidr } from "@fulmar/contract";
import type { FilterRule } from "../../ports/network-port.ts";
import { ProviderError } from "../../ports/provider-error.ts";
import { cidrOf, narrower, networksAround } from "./network-ranges.ts";

/** Traffic allowed in one direction. Each field narrows it, null matches everything. Port ranges include both ends. */
export interface AllowedTraffic {
  readonly direction: FilterRule["direction"];
  readonly protocol: "tcp" | "udp" | "icmp" | null;
  readonly ports: FilterRule["ports"];
  readonly icmp: FilterRule["icmp"];
  readonly remote: string;
}

/**
 * Port and address ranges of one protocol. ICMP has its types and codes instead of ports, each as 256 times the type
 * plus the code.
 */
interface Area {
  readonly first: number;
  readonly last: number;
  readonly network: Ipv4Network;
}

const PROTOCOLS = ["tcp", "udp", "icmp"] as const;
type Protocol = (typeof PROTOCOLS)[number];
const PORTS = { first: 1, last: 65_535 } as const;
const CODES = 256;
const TYPES = { first: 0, last: CODES * CODES - 1 } as const;
/** Far more than real policies need. A few hostile rules could otherwise expand beyond what the server takes. */
const MOST = 2_000;
/** The same with ICMP, whose ranges of types are an entry for each type. */
const MOST_WITH_TYPES = 20_000;

/**
 * Converts a first-match policy to a set of allowances whose order does not matter, by subtracting what earlier rules
 * drop from later ones. Servers that sort rules by action, as LXD does, then decide as the policy does. Protocols other
 * than TCP, UDP and ICMP pass only where `any` is allowed before anything is dropped.
 * @throws ProviderError `firewall_too_complex`, not retryable
 */
export function allowedTraffic(policy: readonly FilterRule[]): AllowedTraffic[] {
  const allowed = (["ingress", "egress"] as const).flatMap((direction) => inDirection(policy, direction));
  const ranges = allowed.filter(({ icmp }) => icmp === null).length;
  if (ranges <= MOST && allowed.length <= MOST_WITH_TYPES) return allowed;
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
      ? rule.remotes.filter(isIpv4).map((remote) => ({ direction, protocol: null, ports: null, icmp: null, remote }))
      : [],
  );
  const each = PROTOCOLS.flatMap((protocol) =>
    areasOf(
      rules.filter(
        (rule, index) =>
          rule.protocol === protocol || (rule.protocol === "any" && !(rule.action === "allow" && undisturbed(index))),
      ),
      protocol,
    ).flatMap((area): AllowedTraffic[] => {
      const remote = cidrOf(area.network);
      if (protocol === "icmp") return icmpIn(area).map((icmp) => ({ direction, protocol, ports: null, icmp, remote }));
      return [{ direction, protocol, ports: isWhole(area, PORTS) ? null : rangeIn(area), icmp: null, remote }];
    }),
  );
  return [...whole, ...each];
}

/** What a rule names of IPv6 matches nothing, since networks of this kind of site have none. */
function isIpv4(remote: string): boolean {
  return parseCidr(remote) !== undefined;
}

function isWhole({ first, last }: Area, whole: { readonly first: number; readonly last: number }): boolean {
  return first === whole.first && last === whole.last;
}

function rangeIn({ first, last }: Area) {
  return { first, last };
}

/** A range of types and codes as the server takes it: all, whole types, or single codes. */
function icmpIn(area: Area): FilterRule["icmp"][] {
  if (isWhole(area, TYPES)) return [null];
  const all: FilterRule["icmp"][] = [];
  for (let at = area.first; at <= area.last; ) {
    const [type, code] = [Math.floor(at / CODES), at % CODES];
    const wholeType = code === 0 && at + CODES - 1 <= area.last;
    all.push({ type, code: wholeType ? null : code });
    at += wholeType ? CODES : 1;
  }
  return all;
}

/**
 * The areas that the rules of one protocol allow. The widest drops are subtracted first: the narrow ones then divide
 * only the few networks that are left around them.
 */
function areasOf(rules: readonly FilterRule[], protocol: Protocol): Area[] {
  const dropped: Area[] = [];
  const decided: Area[] = [];
  const allowed: Area[] = [];
  for (const rule of rules) {
    const areas = rule.remotes.flatMap((remote) => {
      const network = parseCidr(remote);
      return network === undefined ? [] : [{ ...rangeOf(rule, protocol), network }];
    });
    if (rule.action === "drop") {
      dropped.push(...areas);
      dropped.sort((a, b) => b.last - b.first - (a.last - a.first) || a.network.prefixLength - b.network.prefixLength);
    } else
      for (const area of areas) {
        if (decided.some((earlier) => isWithin(area, earlier))) continue;
        decided.push(area);
        allowed.push(...dropped.reduce((left, drop) => left.flatMap((part) => without(part, drop)), [area]));
      }
    if (allowed.length > MOST) return allowed;
  }
  return allowed;
}

function isWithin(area: Area, other: Area): boolean {
  return networkContains(other.network, area.network) && area.first >= other.first && area.last <= other.last;
}

function rangeOf({ ports, icmp }: FilterRule, protocol: Protocol) {
  if (protocol !== "icmp") return ports ?? PORTS;
  if (icmp === null) return TYPES;
  const first = icmp.type * CODES + (icmp.code ?? 0);
  return { first, last: icmp.code === null ? first + CODES - 1 : first };
}

/**
 * The parts of an area outside another. Networks are cut only where ports meet, so that few of the many types of ICMP
 * have parts of networks.
 */
function without(area: Area, cut: Area): Area[] {
  const apart = cut.last < area.first || cut.first > area.last;
  const common = narrower(area.network, cut.network);
  if (apart || common === null) return [area];
  const ports = [
    { first: area.first, last: Math.min(area.last, cut.first - 1) },
    { first: Math.max(area.first, cut.last + 1), last: area.last },
  ].filter(({ first, last }) => first <= last);
  const both = { first: Math.max(area.first, cut.first), last: Math.min(area.last, cut.last) };
  return [
    ...ports.map((range) => ({ ...range, network: area.network })),
    ...networksAround(area.network, common).map((network) => ({ ...both, network })),
  ];
}

import { ANYWHERE } from "@fulmar/contract";
import type { GatewayConfiguration, InstanceNetwork, NetworkConfiguration } from "@fulmar/providers";

/** The networks of a site, as its provider has been given them. */
export interface GivenNetworks {
  readonly subnets: ReadonlyMap<string, Pick<NetworkConfiguration, "vpcId" | "cidr" | "gateway" | "ipv6Cidr">>;
  readonly machines: ReadonlyMap<string, Pick<InstanceNetwork, "nics" | "publicAddress" | "firewall">>;
  readonly gateways: ReadonlyMap<string, Pick<GatewayConfiguration, "subnetIds" | "publicAddress" | "forwards">>;
  /** The addresses of sets by their ids. */
  readonly sets: ReadonlyMap<string, readonly string[]>;
}

type FilterRule = NonNullable<InstanceNetwork["firewall"]>[number];

/** A card of a machine: the device that it is, with its addresses. */
export interface Card {
  readonly device: string;
  readonly address: string;
  readonly ipv6Address: string | null;
}

/** Neighbors of IPv6 find each other whatever rules say (RFC 4861), as they do by ARP. */
const NEIGHBORS = "icmpv6 type { nd-neighbor-solicit, nd-neighbor-advert } accept";

/** The packet filter of a machine at its cards: it sends from its own addresses, and what its firewall lets in and out. */
export function filterOf(
  cards: readonly Card[],
  firewall: readonly FilterRule[] | null,
  sets: GivenNetworks["sets"],
): string {
  const rules = (direction: FilterRule["direction"]) =>
    firewall === null
      ? ["accept"]
      : firewall.filter((rule) => rule.direction === direction).flatMap((rule) => statementOf(rule, sets));
  const own = cards.flatMap(({ device, address, ipv6Address }) => [
    `oifname "${device}" ip saddr != ${address} drop`,
    `oifname "${device}" ip6 saddr != { fe80::/10${ipv6Address === null ? "" : `, ${ipv6Address}`} } drop`,
  ]);
  return `flush ruleset
table inet machine {
  chain in {
    type filter hook input priority 0; policy drop;
    iifname "lo" accept
    ct state established accept
    ${NEIGHBORS}
    ${rules("ingress").join("\n    ")}
  }
  chain out {
    type filter hook output priority 0; policy drop;
    oifname "lo" accept
    ct state established accept
    ${NEIGHBORS}
    ${rules("egress").join("\n    ")}
  }
  chain own {
    type filter hook postrouting priority 0; policy accept;
    ${own.join("\n    ")}
  }
}
`;
}

function statementOf(
  { direction, protocol, action, ports, icmp, remotes, set }: FilterRule,
  sets: GivenNetworks["sets"],
) {
  const addresses = set === null ? remotes : (sets.get(set) ?? []);
  const side = direction === "ingress" ? "saddr" : "daddr";
  // One statement for each address: a set of nftables takes no networks that overlap.
  return addresses
    .flatMap((address) => (address === ANYWHERE ? [ANYWHERE, "::/0"] : [address]))
    .map((address) => {
      const [ip, icmpName, icmpProtocol] = address.includes(":")
        ? ["ip6", "icmpv6", "ipv6-icmp"]
        : ["ip", "icmp", "icmp"];
      const traffic = [
        ...(protocol === "any" ? [] : [`meta l4proto ${protocol === "icmp" ? icmpProtocol : protocol}`]),
        ...(ports === null ? [] : [`${protocol} dport ${ports.first}-${ports.last}`]),
        ...(icmp === null ? [] : [`${icmpName} type ${icmp.type}`]),
        ...(icmp === null || icmp.code === null ? [] : [`${icmpName} code ${icmp.code}`]),
      ];
      return [...traffic, `${ip} ${side} ${address}`, action === "allow" ? "accept" : "drop"].join(" ");
    });
}

/** What leads out of a router and in: translations in both directions, and nothing else. */
export interface Exits {
  /** Public addresses of machines, with their private ones. */
  readonly machines: readonly { readonly address: string; readonly own: string }[];
  readonly gateways: readonly {
    readonly address: string;
    readonly cidrs: readonly string[];
    readonly forwards: GatewayConfiguration["forwards"];
  }[];
  /** The network whose machines leave by one address of the site, and are kept apart. */
  readonly home: { readonly address: string; readonly cidr: string } | null;
}

/** The packet filter of a router whose way out is the device `uplink`. */
export function routerRules({ machines, gateways, home }: Exits): string {
  const inside = home === null ? [] : [home.cidr];
  const sources = [...machines.map(({ own }) => own), ...gateways.flatMap(({ cidrs }) => cidrs), ...inside];
  return `table ip router {
  chain come {
    type nat hook prerouting priority dstnat; policy accept;
    ${machines.map(({ address, own }) => `iifname "uplink" ip daddr ${address} dnat to ${own}`).join("\n    ")}
    ${gateways
      .flatMap(({ address, forwards }) =>
        forwards.map(
          (forward) =>
            `iifname "uplink" ip daddr ${address} ${forward.protocol} dport ${forward.publicPort} ` +
            `dnat to ${forward.address}:${forward.privatePort}`,
        ),
      )
      .join("\n    ")}
  }
  chain leave {
    type nat hook postrouting priority srcnat; policy accept;
    ${machines.map(({ address, own }) => `oifname "uplink" ip saddr ${own} snat to ${address}`).join("\n    ")}
    ${gateways
      .flatMap(({ address, cidrs }) => cidrs.map((cidr) => `oifname "uplink" ip saddr ${cidr} snat to ${address}`))
      .join("\n    ")}
    ${home === null ? "" : `oifname "uplink" ip saddr ${home.cidr} snat to ${home.address}`}
  }
  chain pass {
    type filter hook forward priority 0; policy drop;
    ct state established accept
    iifname "uplink" ct status dnat accept
    ${sources.map((source) => `iifname != "uplink" oifname "uplink" ip saddr ${source} accept`).join("\n    ")}
    iifname != "uplink" oifname != "uplink" ${home === null ? "accept" : "drop"}
  }
}
table ip6 router {
  chain pass {
    type filter hook forward priority 0; policy drop;
    iifname != "uplink" oifname != "uplink" accept
  }
}
`;
}

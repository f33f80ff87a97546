import type { SiteRecord } from "./inventory-port.ts";

/**
 * The private network of a subnet. We assign the addresses; the provider switches, and announces gateway and resolvers
 * to instances.
 */
export interface NetworkConfiguration {
  /** Increases with every change. */
  readonly revision: number;
  /** Subnets of one VPC reach each other; those of two only where they are peers. */
  readonly vpcId: string;
  readonly cidr: string;
  readonly gateway: string;
  /** Its IPv6 network, a /64; null without IPv6. The provider announces it, and its router has the first address. */
  readonly ipv6Cidr: string | null;
  readonly dns: readonly string[];
  /** The VPCs that its VPC is peered with. Their subnets name this VPC, too; traffic passes while both sides do. */
  readonly peers: readonly PeerNetwork[];
  readonly record: SiteRecord;
}

/** A VPC at the other side of a peering. No two peers of a VPC have addresses in common, nor has it with one of them. */
export interface PeerNetwork {
  readonly vpcId: string;
  readonly cidr: string;
  /** A /48; null without IPv6. */
  readonly ipv6Cidr: string | null;
}

/** A public address with its reverse DNS name; empty for none. */
export interface PublicAddress {
  readonly address: string;
  readonly reverseDns: string;
}

/**
 * One firewall rule. Port ranges include both ends, null matches every port; remotes are networks such as 192.0.2.0/24
 * or 2001:db8::/32, and 0.0.0.0/0 is everywhere, by IPv6 too.
 * A rule with a set has no remotes: it is for the addresses of the set with this id.
 */
export interface FilterRule {
  readonly direction: "ingress" | "egress";
  readonly protocol: "tcp" | "udp" | "icmp" | "any";
  readonly action: "allow" | "drop";
  readonly ports: { readonly first: number; readonly last: number } | null;
  /** Of ICMP or, for IPv6, of ICMPv6. Null matches every type, and a null code every code of the type. */
  readonly icmp: { readonly type: number; readonly code: number | null } | null;
  readonly remotes: readonly string[];
  readonly set: string | null;
}

/** The addresses, of both families, of the machines that rules name together: those of a firewall group, or with a tag. */
export interface AddressSet {
  readonly id: string;
  /** Increases with every change. */
  readonly revision: number;
  readonly addresses: readonly string[];
}

/** A name inside a VPC, in lower case, with the addresses of its machine there, of both families. */
export interface PrivateName {
  readonly name: string;
  readonly addresses: readonly string[];
}

/** All names inside a VPC. */
export interface PrivateNames {
  /** Increases with every change. */
  readonly revision: number;
  readonly names: readonly PrivateName[];
}

/** The full network configuration of an instance. */
export interface InstanceNetwork {
  readonly revision: number;
  readonly nics: readonly {
    readonly subnetId: string;
    readonly address: string;
    /** In the subnet's IPv6 network; null without IPv6. */
    readonly ipv6Address: string | null;
    readonly prefixLength: number;
    readonly gateway: string;
    /** The NAT gateway for outbound traffic; null for none. */
    readonly natGatewayId: string | null;
  }[];
  readonly publicAddress: PublicAddress | null;
  /**
   * The first rule that matches decides, and unmatched traffic is dropped. Null for an instance in no firewall group,
   * which is not filtered.
   */
  readonly firewall: readonly FilterRule[] | null;
  /** The sets that the rules name. One that the site has in a newer revision stays as it is. */
  readonly sets: readonly AddressSet[];
  readonly record: SiteRecord;
}

/** The full configuration of a NAT gateway. Without a public address it translates nothing. */
export interface GatewayConfiguration {
  readonly revision: number;
  readonly subnetIds: readonly string[];
  readonly publicAddress: PublicAddress | null;
  readonly forwards: readonly {
    readonly protocol: "tcp" | "udp";
    readonly publicPort: number;
    readonly address: string;
    readonly privatePort: number;
  }[];
  readonly record: SiteRecord;
}

/** The network objects of a provider: a subnet's network, an instance's network, and a NAT gateway. */
export type NetworkKind = "subnet" | "vm" | "nat_gateway";

/** A network object that a provider has. */
export interface AppliedNetwork {
  readonly id: string;
  readonly revision: number;
}

/**
 * Switches, filters and translates at a site. Every call carries the full configuration and is repeatable. A revision
 * older than the applied one is ignored, so a late call cannot undo a newer one. An instance's network may be applied
 * before the instance exists, which then has it from the start.
 */
export interface NetworkPort {
  applySubnet(subnetId: string, configuration: NetworkConfiguration, signal: AbortSignal): Promise<void>;
  applyInstance(vmId: string, configuration: InstanceNetwork, signal: AbortSignal): Promise<void>;
  applyGateway(natGatewayId: string, configuration: GatewayConfiguration, signal: AbortSignal): Promise<void>;
  /**
   * Changes the addresses of a set for all instances whose rules name it, at once. The first instance with such a rule
   * makes the set, the last one removes it; without one, there is nothing to change. Null for a site that has no address
   * sets: there, the networks of all these instances are applied anew.
   */
  readonly applySet: ((set: AddressSet, signal: AbortSignal) => Promise<void>) | null;
  /** Finds the sets with the given ids; missing ones are omitted, the order is arbitrary. */
  findSets(ids: readonly string[], signal: AbortSignal): Promise<AppliedNetwork[]>;
  /**
   * Changes the names that machines in a VPC's subnets resolve, forwards and in reverse, whichever resolver they ask;
   * what is no name of the VPC is forwarded. Nobody else resolves them. They go with the VPC's last subnet. Null for a
   * site whose networks have no names.
   * @throws ProviderError `subnet_not_ready`, retryable, while no subnet of the VPC is at the site
   */
  readonly applyNames: ((vpcId: string, names: PrivateNames, signal: AbortSignal) => Promise<void>) | null;
  /** Finds the names of the VPCs with the given ids; missing ones are omitted, the order is arbitrary. */
  findNames(vpcIds: readonly string[], signal: AbortSignal): Promise<AppliedNetwork[]>;
  /** The network device of a subnet on the site's host, by which an edge there reaches machines; null without one. */
  deviceOf(subnetId: string): string | null;
  /** Removes an object. It may be gone already. */
  remove(kind: NetworkKind, id: string, signal: AbortSignal): Promise<void>;
  /** Finds the objects with the given ids; missing ones are omitted, the order is arbitrary. */
  find(kind: NetworkKind, ids: readonly string[], signal: AbortSignal): Promise<AppliedNetwork[]>;
  /** Lists all objects of a kind in pages, ordered by id, starting after `after`. */
  list(
    kind: NetworkKind,
    page: { readonly after: string; readonly limit: number },
    signal: AbortSignal,
  ): Promise<AppliedNetwork[]>;
}

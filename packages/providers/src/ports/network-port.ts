import type { ResourceRecord } from "./inventory-port.ts";

/**
 * The private network of a subnet: addresses are given out by us, the provider switches and tells machines their
 * gateway and resolvers.
 */
export interface NetworkConfiguration {
  /** Counts up with every change. */
  readonly revision: number;
  /** Subnets of one VPC reach each other; those of two never do. */
  readonly vpcId: string;
  readonly cidr: string;
  readonly gateway: string;
  readonly dns: readonly string[];
  readonly record: ResourceRecord;
}

/** A public address, and the name that it resolves to; empty for none. */
export interface PublicAddress {
  readonly address: string;
  readonly reverseDns: string;
}

/**
 * One rule of a firewall. Port ranges include both ends, null is every port; remotes are networks such as 192.0.2.0/24.
 */
export interface FilterRule {
  readonly direction: "ingress" | "egress";
  readonly protocol: "tcp" | "udp" | "icmp" | "any";
  readonly action: "allow" | "drop";
  readonly ports: { readonly first: number; readonly last: number } | null;
  readonly remotes: readonly string[];
}

/** The whole network of an instance. */
export interface InstanceNetwork {
  readonly revision: number;
  readonly nics: readonly {
    readonly subnetId: string;
    readonly address: string;
    readonly prefixLength: number;
    readonly gateway: string;
    /** The gateway that what it sends to the outside goes through; null when it has none. */
    readonly natGatewayId: string | null;
  }[];
  readonly publicAddress: PublicAddress | null;
  /**
   * The first rule that matches decides, and what none matches is dropped; null for an instance in no firewall group,
   * which is not filtered.
   */
  readonly firewall: readonly FilterRule[] | null;
  readonly record: ResourceRecord;
}

/** The whole of a NAT gateway; without a public address it translates nothing. */
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
  readonly record: ResourceRecord;
}

/** What a provider keeps of a network: a subnet's own, what an instance has of it, and a NAT gateway. */
export type NetworkKind = "subnet" | "vm" | "nat_gateway";

/** What a provider has of one of them. */
export interface AppliedNetwork {
  readonly id: string;
  readonly revision: number;
}

/**
 * Switches, filters and translates at a site. It is always told the whole; telling it the same again changes nothing,
 * and a revision older than the one it has is ignored, so that whoever comes late cannot undo what was applied since.
 * An instance's network may be told before the instance is there: it has it from its first moment.
 */
export interface NetworkPort {
  applySubnet(subnetId: string, configuration: NetworkConfiguration, signal: AbortSignal): Promise<void>;
  applyInstance(vmId: string, configuration: InstanceNetwork, signal: AbortSignal): Promise<void>;
  applyGateway(natGatewayId: string, configuration: GatewayConfiguration, signal: AbortSignal): Promise<void>;
  /** What it removes may be gone already. */
  remove(kind: NetworkKind, id: string, signal: AbortSignal): Promise<void>;
  /** Those of the given ids that it has, in any order. */
  find(kind: NetworkKind, ids: readonly string[], signal: AbortSignal): Promise<AppliedNetwork[]>;
  /** All of a kind in pages, ordered by id, beginning behind `after`. */
  list(
    kind: NetworkKind,
    page: { readonly after: string; readonly limit: number },
    signal: AbortSignal,
  ): Promise<AppliedNetwork[]>;
}

import type { Packet, StoredRule } from "@fulmar/contract";

/** A public address of the workspace. */
export interface PublicAddress {
  readonly public_ip_id: string;
  readonly address: string;
  /** An operator keeps all traffic from it. */
  readonly isolated: boolean;
}

/** A VM's card in a subnet, with the NAT gateway of the subnet. */
export interface Nic {
  readonly vpc_id: string;
  readonly vpc_name: string;
  readonly vpc_cidr: string;
  readonly subnet_id: string;
  readonly subnet_name: string;
  readonly cidr: string;
  readonly address: string;
  /** Those of IPv6; null where the VPC has none. */
  readonly vpc_ipv6_cidr: string | null;
  readonly ipv6_cidr: string | null;
  readonly ipv6_address: string | null;
  readonly gateway: { readonly nat_gateway_id: string; readonly name: string } | null;
  /** The public address of the NAT gateway. */
  readonly gateway_address: PublicAddress | null;
  /** The VPCs that its VPC is peered with. */
  readonly peers: readonly Peer[];
}

/** A VPC at the other side of an active peering. */
export interface Peer {
  readonly vpc_peering_id: string;
  readonly name: string;
  readonly vpc_id: string;
  /** An active peering has it. */
  readonly cidr: string | null;
  /** Null for a VPC without IPv6, and for one of another workspace. */
  readonly ipv6_cidr: string | null;
  /** Null for a VPC of another workspace, of which nothing else is known. */
  readonly vpc_name: string | null;
}

/** A stored rule with the group that it belongs to. */
export interface GroupRule extends StoredRule {
  readonly firewall_group_id: string;
  readonly group_name: string;
  readonly description: string | null;
  readonly system_managed: boolean;
  /** It would be a rule of the group, and is none. */
  readonly planned: boolean;
}

/** A VM as its network has it. */
export interface Machine {
  readonly vm_id: string;
  readonly type: "cloud" | "gpu";
  readonly name: string;
  /** In the order in which they were attached. None for a VM that is in no VPC. */
  readonly nics: readonly Nic[];
  readonly public_address: PublicAddress | null;
  /** Those of all its firewall groups; null for a VM that is in none, which is not filtered. */
  readonly rules: readonly GroupRule[] | null;
  /** The addresses of what its rules name, as its site sees them. */
  readonly sets: ReadonlyMap<string, readonly string[]>;
  readonly forwards: readonly Forward[];
}

/** A port of a NAT gateway that leads to a port of a card. */
export interface Forward {
  readonly port_forward_id: string;
  readonly nat_gateway_id: string;
  readonly gateway_name: string;
  readonly gateway_address: PublicAddress | null;
  readonly public_port: number;
  /** The VPC and the address of the card. */
  readonly vpc_id: string;
  readonly address: string;
  readonly private_port: number;
}

/** What has a public address of the workspace. */
export type Holder =
  | { readonly kind: "vm"; readonly public_address: PublicAddress; readonly machine: Machine }
  | {
      readonly kind: "nat_gateway";
      readonly public_address: PublicAddress;
      readonly nat_gateway_id: string;
      readonly name: string;
      readonly vpc_id: string;
      /** Of the asked port; null without one. */
      readonly forward: { readonly machine: Machine; readonly forward: Forward } | null;
    }
  | {
      readonly kind: "load_balancer";
      readonly public_address: PublicAddress;
      readonly load_balancer_id: string;
      readonly name: string;
      /** Whether it has a listener for the asked port. */
      readonly listens: boolean;
    }
  | { readonly kind: "nothing"; readonly public_address: PublicAddress };

/** Who sends: a VM, or an address outside. */
export type Sender =
  | { readonly machine: Machine; readonly address: null }
  | { readonly machine: null; readonly address: string };

/** The protocol of what is sent, with the port or the type of ICMP. */
export type Traffic = Pick<Packet, "protocol" | "port" | "icmp">;

/** The traffic as it is sent to an address: the types of ICMP are those of the address. */
export type TrafficTo = (address: string) => Traffic;

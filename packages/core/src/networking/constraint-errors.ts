import { type Blocker, nameInSentence, RESOURCE_TYPES, resourceOf } from "@fulmar/contract";
import { conflict, type DomainError, invalidField, notFound } from "../request/domain-error.ts";
import { peeringExists, peersOverlap, tooManyPeerings } from "./vpc-peerings.ts";

/** @param blockers the port forward that has the port, if known */
export function portForwarded(blockers?: readonly Blocker[]): DomainError {
  return conflict(
    "port_forwarded",
    "This port of the NAT gateway is forwarded already; choose another public_port, or delete that forward.",
    blockers,
  );
}

/** A name of this family is unique in its workspace by the constraint `<type>_name_unique`. */
const namesTaken = Object.fromEntries(
  RESOURCE_TYPES.filter((type) => resourceOf(type).scope === "network.read").map((type) => [
    `${type}_name_unique`,
    () =>
      conflict("name_taken", `The workspace has another ${nameInSentence(type)} of this name; choose another name.`),
  ]),
);

/** Conflicts between concurrent requests, by the name of the constraint that detects them. */
export const networkingConstraintErrors: Readonly<Record<string, () => DomainError>> = {
  ...namesTaken,
  firewall_group_default_unique: () =>
    conflict(
      "default_group_exists",
      "The workspace has a default firewall group already; create this one without is_default.",
    ),
  vpc_cidr_no_overlap: () =>
    conflict(
      "cidr_overlap",
      "Another VPC of the workspace at this site uses addresses of this network; choose another cidr.",
    ),
  subnet_cidr_no_overlap: () =>
    conflict("cidr_overlap", "Another subnet of the VPC uses addresses of this network; choose another cidr."),
  vpc_ipv6_cidr_no_overlap: () =>
    conflict("cidr_overlap", "Another VPC has the IPv6 network of this one; create a VPC anew."),
  vpc_peering_unique: () => peeringExists(),
  vpc_peering_own_overlap: () => peersOverlap(),
  vpc_peering_no_overlap: () => peersOverlap(),
  vpc_peering_limit: tooManyPeerings,
  vpc_peering_vpc_fkey: () => notFound("VPC"),
  nat_gateway_subnet_pkey: () =>
    conflict(
      "subnet_has_nat_gateway",
      "A NAT gateway serves one of the subnets already; delete it first, or leave that subnet out.",
    ),
  port_forward_port_unique: () => portForwarded(),
  port_forward_gateway_fkey: () => notFound("NAT gateway"),
  vpc_node_vm_unique: () =>
    conflict(
      "vm_already_attached",
      "The VM is attached to this subnet already; detach it first or use another subnet.",
    ),
  vm_adopted_network: () =>
    conflict(
      "machine_adopted",
      "The VM was adopted with the network that its operator made, so it can be in no VPC and no firewall group and " +
        "have no reserved IP; use a VM that Fulmar created.",
    ),
  reserved_ip_vm_unique: () => conflict("vm_has_public_ip", "The VM has a public address already; detach that first."),
  reserved_ip_load_balancer_unique: () =>
    conflict("load_balancer_has_public_ip", "The load balancer has a public address already; detach that first."),
  reserved_ip_protected_is_reserved: () =>
    invalidField(
      "deletion_protection",
      "is for addresses that the workspace has reserved; the platform releases this one with its attachment",
    ),
  reserved_ip_nat_gateway_unique: () =>
    conflict("nat_gateway_has_public_ip", "The NAT gateway has a public address already; detach that first."),
};

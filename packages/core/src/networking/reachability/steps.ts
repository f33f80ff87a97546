import type { ReachabilityStep } from "@fulmar/contract";
import type { Machine, Nic, Peer, PublicAddress } from "./world.ts";

export function vmStep({ type, vm_id, name }: Machine, passes: boolean, message: string): ReachabilityStep {
  return { type: `${type}_vm`, id: vm_id, name, parent_id: null, passes, message };
}

export function vpcStep(
  { vpc_id, vpc_name }: Pick<Nic, "vpc_id" | "vpc_name">,
  passes: boolean,
  message: string,
): ReachabilityStep {
  return { type: "vpc", id: vpc_id, name: vpc_name, parent_id: null, passes, message };
}

export function peeringStep(
  { vpc_id }: Pick<Nic, "vpc_id">,
  { vpc_peering_id: id, name }: Peer,
  passes: boolean,
  message: string,
): ReachabilityStep {
  return { type: "vpc_peering", id, name, parent_id: vpc_id, passes, message };
}

export function addressStep(
  { public_ip_id, address }: PublicAddress,
  passes: boolean,
  message: string,
): ReachabilityStep {
  return { type: "reserved_ip", id: public_ip_id, name: address, parent_id: null, passes, message };
}

/** A stop at an address that an operator isolates. */
export function isolatedStep(address: PublicAddress): ReachabilityStep {
  return addressStep(address, false, `The provider keeps all traffic from ${address.address}, which it has isolated.`);
}

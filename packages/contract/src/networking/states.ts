// Without schemas, so that importers of these constants do not load zod.

import type { VmStatus } from "../compute/vm.ts";
import type { VmRefusal } from "../compute/vm-states.ts";

export const NETWORK_STATUSES = ["provisioning", "available", "error", "deleting"] as const;
export const NAT_GATEWAY_STATUSES = ["provisioning", "available", "error", "without_public_ip"] as const;
export const VPC_PEERING_STATUSES = ["pending", "active", "rejected", "ended"] as const;
export const VPC_PEERING_SIDES = ["requester", "accepter"] as const;
export const FORWARD_PROTOCOLS = ["tcp", "udp"] as const;
export const CONNECTIVITIES = ["private", "public_ip", "nat"] as const;
/** The statuses that lists show. */
export const LISTED_RESERVED_IP_STATUSES = ["reserved", "attached"] as const;
/**
 * `released` appears only in the answer to the detach of a platform-assigned address, which is released with its
 * attachment.
 */
export const RESERVED_IP_STATUSES = [...LISTED_RESERVED_IP_STATUSES, "released"] as const;
export const FIREWALL_DIRECTIONS = ["ingress", "egress"] as const;
export const FIREWALL_PROTOCOLS = ["tcp", "udp", "icmp", "any"] as const;
export const FIREWALL_ACTIONS = ["allow", "drop"] as const;
/** Everywhere, which a rule is for that names nothing, in both families (docs/adr/0192). */
export const ANYWHERE = "0.0.0.0/0";

const notReady: VmRefusal = {
  code: "vm_not_ready",
  reason: "The VM is still being created; wait until it is running.",
};
const gone: VmRefusal = { code: "vm_deleted", reason: "The VM is being deleted or has been; attach another one." };

/**
 * Why a VM in each state cannot be given an address, or null if it can. Unlike a power action, this needs no operation
 * of its own. A VM that is changing can therefore be attached too, provided that its instance exists and will stay.
 */
const REFUSALS: Readonly<Record<VmStatus, VmRefusal | null>> = {
  pending: notReady,
  creating: notReady,
  provisioning: notReady,
  configuring: notReady,
  running: null,
  starting: null,
  stopping: null,
  stopped: null,
  rebooting: null,
  resizing: null,
  attaching_volume: null,
  detaching_volume: null,
  resizing_plan: null,
  resizing_disk: null,
  deleting: gone,
  deleted: gone,
  error: { code: "vm_in_error", reason: "The VM is in error; delete it and create a new one." },
};

/** Why a VM of this status cannot be attached to a subnet or get a public address, or null if it can. */
export function networkRefusal(status: VmStatus): VmRefusal | null {
  return REFUSALS[status];
}

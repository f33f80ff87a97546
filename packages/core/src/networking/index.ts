import type { Reconciler } from "@fulmar/engine";
import type { WorkerServices } from "../work/worker-services.ts";
import { applyNetworks } from "./apply-networks.ts";
import { reconcileNetworks } from "./reconcile-networks.ts";

export { lockLoadBalancer, VmAddresses } from "./address-holders.ts";
export { noteAddressSets } from "./address-sets.ts";
export { applyVmNetwork } from "./apply-networks.ts";
export { connectNewVm, type NewVmNetwork } from "./connect-vm.ts";
export { networkingConstraintErrors } from "./constraint-errors.ts";
export { absoluteDomainName, type DnsRecord, type DnsZone } from "./dns-zone.ts";
export { firewallGroupsOf, keepFirewallGroups } from "./firewall-instances.ts";
export { networkingHandlers } from "./handlers.ts";
export { noteVpcNames, shownNameOf } from "./private-names.ts";
export { addPublicRange, hasFreeAddress, poolExhausted, seedAddressPools } from "./public-addresses.ts";
export { requireSameSite } from "./require-same-site.ts";
export {
  attachOrAssign,
  detachAddress,
  readReservedIp,
  requireFree,
  reservedIpOfBalancer,
  sitedReservedIp,
} from "./reserved-ips.ts";
export { reverseZones } from "./reverse-zones.ts";
export { keepSubnets, readSubnet } from "./subnets.ts";
export { requireVpc } from "./vpcs.ts";

export const networkingReconcilers: readonly Reconciler<WorkerServices>[] = [applyNetworks, reconcileNetworks];

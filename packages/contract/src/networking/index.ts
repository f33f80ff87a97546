import { firewallGroupOperations, firewallInstanceOperations } from "./firewall-group.ts";
import { firewallRuleOperations } from "./firewall-rule.ts";
import { natGatewayOperations } from "./nat-gateway.ts";
import { reachabilityCheck } from "./reachability.ts";
import { reservedIpOperations } from "./reserved-ip.ts";
import { vmNetworkGet } from "./vm-network.ts";
import { vpcOperations } from "./vpc.ts";
import { vpcNodeOperations } from "./vpc-node.ts";
import { vpcPeeringOperations } from "./vpc-peering.ts";

export * from "./firewall-group.ts";
export * from "./firewall-policy.ts";
export * from "./firewall-rule.ts";
export * from "./ipv4.ts";
export * from "./ipv6.ts";
export * from "./nat-gateway.ts";
export * from "./network-fields.ts";
export * from "./reachability.ts";
export * from "./reserved-ip.ts";
export * from "./states.ts";
export * from "./vm-network.ts";
export * from "./vpc.ts";
export * from "./vpc-node.ts";
export * from "./vpc-peering.ts";

/** The family's operations, in the documentation's order. */
export const networkingOperations = [
  ...vpcOperations,
  ...vpcNodeOperations,
  ...vpcPeeringOperations,
  ...natGatewayOperations,
  ...reservedIpOperations,
  ...firewallGroupOperations,
  ...firewallRuleOperations,
  ...firewallInstanceOperations,
  vmNetworkGet,
  reachabilityCheck,
] as const;

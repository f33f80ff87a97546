import {
  createFirewallGroup,
  deleteFirewallGroup,
  getFirewallGroup,
  listFirewallGroups,
  updateFirewallGroup,
} from "./firewall-groups.ts";
import { linkFirewallInstance, listFirewallInstances, unlinkFirewallInstance } from "./firewall-instances.ts";
import { createFirewallRule, deleteFirewallRule, replaceFirewallRules, updateFirewallRule } from "./firewall-rules.ts";
import {
  createNatGateway,
  deleteNatGateway,
  getNatGateway,
  listNatGateways,
  updateNatGateway,
} from "./nat-gateways.ts";
import { createPortForward, deletePortForward, getPortForward, listPortForwards } from "./port-forwards.ts";
import { checkReachability } from "./reachability/check-reachability.ts";
import { attachReservedIp, detachReservedIp, moveReservedIp } from "./reserved-ip-attachment.ts";
import { deleteReservedIp, getReservedIp, listReservedIps, reserveIp, updateReservedIp } from "./reserved-ips.ts";
import { createSubnet, deleteSubnet, getSubnet, listSubnets, updateSubnet } from "./subnets.ts";
import { getVmNetwork } from "./vm-network.ts";
import { attachVpcNode, detachVpcNode, listVpcNodes } from "./vpc-nodes.ts";
import {
  acceptVpcPeering,
  createVpcPeering,
  deleteVpcPeering,
  getVpcPeering,
  listVpcPeerings,
} from "./vpc-peerings.ts";
import { createVpc, deleteVpc, getVpc, listVpcs, updateVpc } from "./vpcs.ts";

export const networkingHandlers = {
  "vpc.list": listVpcs,
  "vpc.create": createVpc,
  "vpc.get": getVpc,
  "vpc.update": updateVpc,
  "vpc.delete": deleteVpc,
  "subnet.list": listSubnets,
  "subnet.create": createSubnet,
  "subnet.get": getSubnet,
  "subnet.update": updateSubnet,
  "subnet.delete": deleteSubnet,
  "vpcNode.list": listVpcNodes,
  "vpcNode.attach": attachVpcNode,
  "vpcNode.detach": detachVpcNode,
  "vpcPeering.list": listVpcPeerings,
  "vpcPeering.create": createVpcPeering,
  "vpcPeering.get": getVpcPeering,
  "vpcPeering.accept": acceptVpcPeering,
  "vpcPeering.delete": deleteVpcPeering,
  "natGateway.list": listNatGateways,
  "natGateway.create": createNatGateway,
  "natGateway.get": getNatGateway,
  "natGateway.update": updateNatGateway,
  "natGateway.delete": deleteNatGateway,
  "portForward.list": listPortForwards,
  "portForward.create": createPortForward,
  "portForward.get": getPortForward,
  "portForward.delete": deletePortForward,
  "reservedIp.list": listReservedIps,
  "reservedIp.create": reserveIp,
  "reservedIp.get": getReservedIp,
  "reservedIp.update": updateReservedIp,
  "reservedIp.delete": deleteReservedIp,
  "reservedIp.attach": attachReservedIp,
  "reservedIp.detach": detachReservedIp,
  "reservedIp.move": moveReservedIp,
  "firewallGroup.list": listFirewallGroups,
  "firewallGroup.create": createFirewallGroup,
  "firewallGroup.get": getFirewallGroup,
  "firewallGroup.update": updateFirewallGroup,
  "firewallGroup.delete": deleteFirewallGroup,
  "firewallRule.create": createFirewallRule,
  "firewallRule.replace": replaceFirewallRules,
  "firewallRule.update": updateFirewallRule,
  "firewallRule.delete": deleteFirewallRule,
  "firewallInstance.list": listFirewallInstances,
  "firewallInstance.link": linkFirewallInstance,
  "firewallInstance.unlink": unlinkFirewallInstance,
  "vmNetwork.get": getVmNetwork,
  "reachability.check": checkReachability,
} as const;

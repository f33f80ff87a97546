import { attachReservedIp } from "./attach-reserved-ip.ts";
import { attachVpcNode } from "./attach-vpc-node.ts";
import { createFirewallGroup } from "./create-firewall-group.ts";
import { createFirewallRule } from "./create-firewall-rule.ts";
import { createNatGateway } from "./create-nat-gateway.ts";
import { createPortForward } from "./create-port-forward.ts";
import { createSubnet } from "./create-subnet.ts";
import { createVpc } from "./create-vpc.ts";
import { deleteFirewallGroup } from "./delete-firewall-group.ts";
import { deleteFirewallRule } from "./delete-firewall-rule.ts";
import { deleteNatGateway } from "./delete-nat-gateway.ts";
import { deletePortForward } from "./delete-port-forward.ts";
import { deleteReservedIp } from "./delete-reserved-ip.ts";
import { deleteSubnet } from "./delete-subnet.ts";
import { deleteVpc } from "./delete-vpc.ts";
import { detachReservedIp } from "./detach-reserved-ip.ts";
import { detachVpcNode } from "./detach-vpc-node.ts";
import { getFirewallGroup } from "./get-firewall-group.ts";
import { getNatGateway } from "./get-nat-gateway.ts";
import { getPortForward } from "./get-port-forward.ts";
import { getReservedIp } from "./get-reserved-ip.ts";
import { getSubnet } from "./get-subnet.ts";
import { getVmNetwork } from "./get-vm-network.ts";
import { getVpc } from "./get-vpc.ts";
import { linkFirewallInstance } from "./link-firewall-instance.ts";
import { listFirewallGroups } from "./list-firewall-groups.ts";
import { listFirewallInstances } from "./list-firewall-instances.ts";
import { listNatGateways } from "./list-nat-gateways.ts";
import { listPortForwards } from "./list-port-forwards.ts";
import { listReservedIps } from "./list-reserved-ips.ts";
import { listSubnets } from "./list-subnets.ts";
import { listVpcNodes } from "./list-vpc-nodes.ts";
import { listVpcs } from "./list-vpcs.ts";
import { moveReservedIp } from "./move-reserved-ip.ts";
import { replaceFirewallRules } from "./replace-firewall-rules.ts";
import { reserveIp } from "./reserve-ip.ts";
import { unlinkFirewallInstance } from "./unlink-firewall-instance.ts";
import { updateFirewallGroup } from "./update-firewall-group.ts";
import { updateFirewallRule } from "./update-firewall-rule.ts";
import { updateNatGateway } from "./update-nat-gateway.ts";
import { updateReservedIp } from "./update-reserved-ip.ts";
import { updateSubnet } from "./update-subnet.ts";
import { updateVpc } from "./update-vpc.ts";

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
} as const;

import {
  firewallGroupCreate,
  firewallGroupDelete,
  firewallGroupGet,
  firewallGroupList,
  firewallGroupUpdate,
} from "./firewall-group.ts";
import { firewallInstanceLink, firewallInstanceList, firewallInstanceUnlink } from "./firewall-instance.ts";
import { firewallRuleCreate, firewallRuleDelete, firewallRuleReplace, firewallRuleUpdate } from "./firewall-rule.ts";
import { natGatewayCreate, natGatewayDelete, natGatewayGet, natGatewayList, natGatewayUpdate } from "./nat-gateway.ts";
import { portForwardCreate, portForwardDelete, portForwardGet, portForwardList } from "./port-forward.ts";
import {
  reservedIpAttach,
  reservedIpCreate,
  reservedIpDelete,
  reservedIpDetach,
  reservedIpGet,
  reservedIpList,
  reservedIpMove,
  reservedIpUpdate,
} from "./reserved-ip.ts";
import { subnetCreate, subnetDelete, subnetGet, subnetList, subnetUpdate } from "./subnet.ts";
import { vmNetworkGet } from "./vm-network.ts";
import { vpcCreate, vpcDelete, vpcGet, vpcList, vpcUpdate } from "./vpc.ts";
import { vpcNodeAttach, vpcNodeDetach, vpcNodeList } from "./vpc-node.ts";

export const networkingOperations = [
  vpcList,
  vpcCreate,
  vpcGet,
  vpcUpdate,
  vpcDelete,
  subnetList,
  subnetCreate,
  subnetGet,
  subnetUpdate,
  subnetDelete,
  vpcNodeList,
  vpcNodeAttach,
  vpcNodeDetach,
  natGatewayList,
  natGatewayCreate,
  natGatewayGet,
  natGatewayUpdate,
  natGatewayDelete,
  portForwardList,
  portForwardCreate,
  portForwardGet,
  portForwardDelete,
  reservedIpList,
  reservedIpCreate,
  reservedIpGet,
  reservedIpUpdate,
  reservedIpDelete,
  reservedIpAttach,
  reservedIpDetach,
  reservedIpMove,
  firewallGroupList,
  firewallGroupCreate,
  firewallGroupGet,
  firewallGroupUpdate,
  firewallGroupDelete,
  firewallRuleCreate,
  firewallRuleReplace,
  firewallRuleUpdate,
  firewallRuleDelete,
  firewallInstanceList,
  firewallInstanceLink,
  firewallInstanceUnlink,
  vmNetworkGet,
] as const;
